/** Tests every staff action, its entry in the audit log, and that only staff can perform it. */
import type { SessionUser } from '../../../src/core/ctx.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, newBooking, newBrand, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { PROCEDURES_BY_PATH } from '../../../src/demo/procedures.ts';
import { openException } from '../../../src/modules/money/ledger/exceptions.service.ts';
import { UNKNOWN_ID } from '../../support/responses.ts';
import { newContactMessage } from '../../support/contact-messages.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
let admin: SessionUser;
beforeAll(async () => {
  admin = await newAdmin(stack.deps);
});
const staff = () => stack.as(admin).admin;
const auditOf = async (subjectId: string) => (await staff().audit({ subjectId })).items;

const refused = (failure: string) => expect.objectContaining({ failure }) as Error;

const newMessage = (subject?: string) => newContactMessage(stack.deps, subject === undefined ? {} : { subject });

const newException = (subject: string) =>
  stack.deps.db.transaction().execute(async (db) => {
    await openException(db, {
      kind: 'intent_misfit',
      bookingId: null,
      subject,
      data: { amountCents: 1_200 },
      at: stack.deps.now(),
    });
    return (await db.selectFrom('moneyException').select('id').where('subject', '=', subject).executeTakeFirstOrThrow())
      .id;
  });

describe('the admin role', () => {
  const calls = [...PROCEDURES_BY_PATH.keys()].filter((path) => path.startsWith('admin.'));

  it.each(calls)('is required to call %s over HTTP', async (path) => {
    const people = [null, await newCreator(stack.deps), await newBrand(stack.deps)];
    const statuses = await Promise.all(
      people.map(async (person) => {
        const browser = await stack.asBrowser(person);
        const input = { id: UNKNOWN_ID, reason: 'because', note: 'because', decision: 'release', role: 'admin' };
        return PROCEDURES_BY_PATH.get(path)?.type === 'mutation'
          ? (await browser('POST', `/trpc/${path}`, input)).statusCode
          : (await browser('GET', `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)).statusCode;
      }),
    );
    expect(statuses).toEqual([401, 403, 403]);
  });

  it('is read from the database on each request, not from the session', async () => {
    const someone = await newBrand(stack.deps);
    const browser = await stack.asBrowser(someone);
    const overview = async () => (await browser('GET', '/trpc/admin.overview')).statusCode;
    expect(await overview()).toBe(403);
    const set = (change: { role: 'admin' } | { hasFactor: boolean }) =>
      stack.deps.db.updateTable('person').set(change).where('id', '=', someone.id).execute();
    await set({ role: 'admin' });
    // Staff need a second factor, too.
    expect(await overview()).toBe(403);
    await set({ hasFactor: true });
    expect(await overview()).toBe(200);
    await stack.deps.db.updateTable('person').set({ role: 'user' }).where('id', '=', someone.id).execute();
    expect(await overview()).toBe(403);
  });

  it('is not granted to a visitor who requests it in the registration form', async () => {
    const browser = await stack.asBrowser(null);
    const email = `hopeful-${Date.now()}@example.test`;
    await browser('POST', '/api/auth/register', {
      fullName: 'Hopeful Person',
      email,
      userType: 'brand',
      password: 'a-sound-enough-password',
      role: 'admin',
    });
    const { role } = await stack.deps.db
      .selectFrom('person')
      .select('role')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(role).toBe('user');
  });
});

describe('npm run admin', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../../src/process/grant-admin.ts'), ...args], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: stack.deps.env.DATABASE_URL,
        STRIPE_SECRET_KEY: 'sk',
        STRIPE_PUBLISHABLE_KEY: 'pk',
        STRIPE_WEBHOOK_SECRET: 'wh',
        DATA_DIR: stack.deps.env.DATA_DIR,
      },
    });

  it('grants, lists and revokes the admin role and logs each change', async () => {
    const someone = await newCreator(stack.deps, { fullName: 'Kim Chosen' });
    const command = run('grant', someone.email.toUpperCase());
    expect([command.status, command.stdout.split('\n')[0]]).toEqual([
      0,
      `Kim Chosen (${someone.email.toUpperCase()}) is an admin now.`,
    ]);
    const again = run('grant', someone.email).stdout;
    expect(again).toContain('was an admin before');
    const codes = [command.stdout, again].map((output) => /^Staff code: (\w{4}(?:-\w{4}){3})$/m.exec(output)?.[1]);
    expect(new Set(codes).size).toBe(2);
    expect(codes).not.toContain(undefined);
    expect(run('list').stdout).toContain(`${someone.email}  Kim Chosen`);
    expect(
      await stack.deps.db
        .selectFrom('person')
        .innerJoin('workspace', 'workspace.id', 'person.id')
        .select(['role', 'userType'])
        .where('person.id', '=', someone.id)
        .executeTakeFirst(),
    ).toEqual({
      role: 'admin',
      userType: 'influencer',
    });
    expect(run('revoke', someone.email).status).toBe(0);
    expect(run('list').stdout).not.toContain(someone.email);
    expect(await auditOf(someone.id)).toMatchObject([
      { action: 'admin.revoked', actorName: null, before: { role: 'admin' }, after: { role: 'user' } },
      { action: 'admin.code_created', actorName: null, before: { role: 'admin' }, after: { role: 'admin' } },
      { action: 'admin.granted', actorName: null, before: { role: 'user' }, after: { role: 'admin' } },
    ]);
    // The test starts five processes, each of which loads the whole app.
  });

  it('exits with an error for an unknown account or command', () => {
    const unknown = run('grant', 'nobody@example.test');
    expect([unknown.status, unknown.stdout.trim()]).toEqual([1, 'No account has the address nobody@example.test.']);
    expect(run('promote', 'x').status).toBe(2);
    expect(run().stdout).toContain('Usage: npm run admin');
  });
});

describe('the moderation of packages', () => {
  it('hides a package from everyone but its owner, who sees the reason, until staff unhide it', async () => {
    const creator = await newCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const brand = await newBrand(stack.deps);
    await staff().hidePackage({ id: pack.id, reason: 'Promises followers' });

    for (const person of [null, brand]) {
      await expect(stack.as(person).packages.byId({ id: pack.id })).rejects.toEqual(refused('PACKAGE_NOT_FOUND'));
      expect(await stack.as(person).packages.listByCreator({ id: creator.id })).toEqual([]);
    }
    await expect(stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id })).rejects.toEqual(
      refused('PACKAGE_NOT_FOUND'),
    );
    expect(await stack.as(creator).packages.byId({ id: pack.id })).toMatchObject({
      isActive: true,
      hiddenReason: 'Promises followers',
    });
    // The creator cannot make a hidden package visible again by activating it.
    await stack.as(creator).packages.setActive({ id: pack.id, isActive: true });
    await expect(stack.as(brand).packages.byId({ id: pack.id })).rejects.toEqual(refused('PACKAGE_NOT_FOUND'));
    expect((await staff().packages({ show: 'hidden' })).items.map(({ id }) => id)).toContain(pack.id);

    await expect(staff().hidePackage({ id: pack.id, reason: 'Again' })).rejects.toEqual(refused('ADMIN_ACTION_STALE'));
    await staff().showPackage({ id: pack.id, reason: 'Reworded' });
    expect(await stack.as(brand).packages.byId({ id: pack.id })).toMatchObject({ hiddenAt: null, hiddenReason: null });
    expect(await auditOf(pack.id)).toMatchObject([
      { action: 'package.shown', reason: 'Reworded', actorName: 'Robin Operator', after: { hiddenAt: null } },
      { action: 'package.hidden', reason: 'Promises followers', before: { hiddenAt: null }, subjectLabel: pack.name },
    ]);
    expect(await auditOf(pack.id)).toHaveLength(2);
  });

  it('adds no fields to the package responses of the REST API', async () => {
    const creator = await newCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const answer = (await (await stack.asBrowser(creator))('GET', `/api/packages/${pack.id}`)).json() as object;
    expect(Object.keys(answer)).not.toContain('hiddenReason');
    expect(Object.keys(answer)).not.toContain('hiddenAt');
  });

  it('lets staff search by package text or creator name, and treats % and _ in the search as plain text', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Percy 100%_Found' });
    const pack = await newPackage(stack.deps, creator, { name: 'Unboxing of things' });
    expect((await staff().packages({ search: '100%_f' })).items.map(({ id }) => id)).toEqual([pack.id]);
    expect((await staff().packages({ search: '100%%f' })).items).toEqual([]);
  });
});

describe('a contact message', () => {
  it('can be closed only once and only with a note', async () => {
    const id = await newMessage();
    expect((await staff().messages({ show: 'open' })).items.map((message) => message.id)).toContain(id);
    await expect(staff().closeMessage({ id, note: '  ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await staff().closeMessage({ id, note: 'Sent it by mail' });
    expect((await staff().messages({ show: 'open' })).items.map((message) => message.id)).not.toContain(id);
    expect((await staff().messages({ show: 'closed' })).items.find((message) => message.id === id)).toMatchObject({
      answerNote: 'Sent it by mail',
      answeredByName: 'Robin Operator',
    });
    await expect(staff().closeMessage({ id, note: 'Again' })).rejects.toEqual(refused('ADMIN_ACTION_STALE'));
    await expect(staff().closeMessage({ id: UNKNOWN_ID, note: 'Nothing' })).rejects.toEqual(
      refused('ADMIN_SUBJECT_NOT_FOUND'),
    );
    expect(await auditOf(id)).toMatchObject([
      { action: 'contact.closed', reason: 'Sent it by mail', subjectLabel: 'An invoice is missing' },
    ]);
  });

  it('appears exactly once across the pages of the list while new messages arrive', async () => {
    const actions = [];
    for (let each = 0; each < 25; each++) actions.push(await newMessage(`Question number ${each}`));
    const first = await staff().messages({ show: 'open' });
    expect(first.items).toHaveLength(20);
    await newMessage('Arrived later');
    const second = await staff().messages({
      show: 'open',
      ...(first.nextCursor !== null && { cursor: first.nextCursor }),
    });
    const seen = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(actions));
    expect((await staff().messages({ show: 'open', cursor: "x' or 1=1" })).items).toHaveLength(20);
  });
});

describe('a money exception', () => {
  it('can be resolved with a note, which is logged', async () => {
    const id = await newException('pi_resolve');
    expect((await staff().overview()).exceptions).toBeGreaterThan(0);
    await staff().resolveException({ id, note: 'Refunded in Stripe' });
    expect((await staff().exceptions({ show: 'open' })).items.map((exception) => exception.id)).not.toContain(id);
    expect((await staff().exceptions({ show: 'done' })).items.find((exception) => exception.id === id)).toMatchObject({
      resolution: 'Refunded in Stripe',
      resolverName: 'Robin Operator',
    });
    await expect(staff().resolveException({ id, note: 'Again' })).rejects.toEqual(refused('ADMIN_ACTION_STALE'));
    expect(await auditOf(id)).toMatchObject([
      { action: 'exception.resolved', reason: 'Refunded in Stripe', subjectLabel: 'intent_misfit pi_resolve' },
    ]);
  });

  it('is resolved by only one of several staff members who try at the same time', async () => {
    const id = await newException('pi_race');
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map((each) => staff().resolveException({ id, note: `Note ${each}` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
  });
});

describe('a blocked payout', () => {
  it('is listed for staff with the creator and the reason, and is sent when staff retry it once the Stripe account is ready', async () => {
    const creator = await newCreator(stack.deps);
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    const blocked = async () => (await staff().blockedPayouts({})).items.find((payout) => payout.bookingId === id);
    expect(await blocked()).toMatchObject({
      creatorName: creator.fullName,
      creatorCents: 19_900,
      blockedReason: 'payout_setup',
      stripeAccountId: null,
    });
    const { exceptions, ...counts } = await staff().overview();
    expect(counts).toMatchObject({ blockedPayouts: 1, blockedCents: 19_900 });
    // The payout is on the list of blocked payouts and not also an open exception, so it is not counted twice.
    const open = (await staff().exceptions({ show: 'open' })).items;
    expect(open.map(({ bookingId }) => bookingId)).not.toContain(id);
    expect(open).toHaveLength(exceptions);

    // The account is still incomplete, so the payout stays blocked.
    await staff().retryPayout({ id, reason: 'Creator says it is done' });
    await stack.idle();
    expect(await blocked()).toBeDefined();

    await stack.as(creator).payouts.setCountry({ country: 'US' });
    await stack.as(creator).payouts.startSetup();
    const { stripeAccountId } = await stack.deps.db
      .selectFrom('workspace')
      .select('stripeAccountId')
      .where('id', '=', creator.workspaceId)
      .executeTakeFirstOrThrow();
    await stack.stripe.setWebhook(null); // Stripe's webhooks are lost from here on.
    await stack.stripe.setAccount(stripeAccountId ?? '', 'active');
    await staff().retryPayout({ id, reason: 'Stripe shows the account as active' });
    await stack.idle();
    expect(await blocked()).toBeUndefined();
    await expect(staff().retryPayout({ id, reason: 'Once more' })).rejects.toEqual(refused('PAYOUT_NOT_BLOCKED'));
    expect((await stack.stripe.objects('transfer')).filter((transfer) => transfer.transfer_group === id)).toHaveLength(
      1,
    );
    expect(await auditOf(id)).toMatchObject([
      { action: 'payout.retried' },
      { action: 'payout.retried', reason: 'Creator says it is done' },
    ]);
    await stack.stripe.setWebhook(`http://127.0.0.1:${stack.deps.env.PORT}/api/webhooks/stripe`);
  });
});

describe('a dispute', () => {
  const problem = async () => {
    const booking = await newBooking(stack.deps, { status: 'completed' });
    await booking.asBrand.disputes.reportProblem({
      id: booking.id,
      desiredOutcome: 'partial_refund',
      problem: 'Half of the stories are missing.',
    });
    const { id } = await stack.deps.db
      .selectFrom('dispute')
      .select('id')
      .where('bookingId', '=', booking.id)
      .executeTakeFirstOrThrow();
    await booking.asCreator.disputes.addStatement({ id: booking.id, text: 'One story is late.' });
    return { ...booking, disputeId: id };
  };

  it.each([
    ['release', {}, 'released', { creatorCents: 19_900, refundCents: 0 }],
    ['refund', {}, 'refunded', { creatorCents: 0, refundCents: 22_885 }],
    ['split', { keeps: '99.50' }, 'split', { creatorCents: 9_950, refundCents: 11_442 }],
  ] as const)('can be decided by staff with the outcome “%s”', async (decision, keeps, paymentState, division) => {
    const { id, disputeId, creator, brand } = await problem();
    const open = await staff().dispute({ id: disputeId });
    expect(open.statements.map(({ authorName, text }) => [authorName, text])).toEqual([
      [brand.fullName, 'Half of the stories are missing.'],
      [creator.fullName, 'One story is late.'],
    ]);
    await staff().decideDispute({ id: disputeId, decision, reason: 'Seen the delivery', ...keeps });
    await stack.idle();
    const decided = await staff().dispute({ id: disputeId });
    expect(decided).toMatchObject({
      outcome: decision,
      deciderName: 'Robin Operator',
      decisionReason: 'Seen the delivery',
    });
    expect(decided.booking.paymentState).toBe(paymentState);
    expect(await auditOf(disputeId)).toMatchObject([
      { action: 'dispute.decided', reason: 'Seen the delivery', after: { decision, ...division } },
    ]);
    await expect(staff().decideDispute({ id: disputeId, decision: 'refund', reason: 'Again' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await staff().booking({ id })).ledger.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
    const done = (await staff().refunds({ show: 'done' })).items.find((refund) => refund.bookingId === id);
    expect(done?.refundCents ?? 0).toBe(division.refundCents);
  });

  it('can be decided only after the other side’s statement and with a reason', async () => {
    const booking = await newBooking(stack.deps, { status: 'completed' });
    await booking.asBrand.disputes.reportProblem({
      id: booking.id,
      desiredOutcome: 'full_refund',
      problem: 'Nothing was posted at all.',
    });
    const { id } = await stack.deps.db
      .selectFrom('dispute')
      .select('id')
      .where('bookingId', '=', booking.id)
      .executeTakeFirstOrThrow();
    await expect(staff().decideDispute({ id, decision: 'refund', reason: '' })).rejects.toThrow('Please give a reason');
    await expect(staff().decideDispute({ id, decision: 'refund', reason: 'Too early' })).rejects.toEqual(
      refused('DISPUTE_NOT_DECIDABLE'),
    );
    expect(await auditOf(id)).toEqual([]);
  });
});

describe('the audit log', () => {
  it('cannot be changed, deleted or truncated', async () => {
    await newException('pi_audit').then((id) => staff().resolveException({ id, note: 'For the log' }));
    const { db } = stack.deps;
    await expect(sql`update admin_action set reason = 'another'`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`delete from admin_action`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`truncate admin_action`.execute(db)).rejects.toThrow('append-only');
  });

  it('can be filtered by action, staff member and subject', async () => {
    const other = await newAdmin(stack.deps, { fullName: 'Sam Second' });
    const id = await newMessage('For the filter');
    await stack.as(other).admin.closeMessage({ id, note: 'Done by Sam' });
    const { items, actors } = await staff().audit({ actorPersonId: other.id });
    expect(items.map(({ reason }) => reason)).toEqual(['Done by Sam']);
    expect(actors.map(({ fullName }) => fullName)).toEqual(expect.arrayContaining(['Robin Operator', 'Sam Second']));
    expect((await staff().audit({ action: 'contact.closed', actorPersonId: other.id })).items).toHaveLength(1);
    expect((await staff().audit({ action: 'user.suspended', actorPersonId: other.id })).items).toEqual([]);
  });
});

describe('the revenue report', () => {
  it('matches the ledger and Stripe for the current month', async () => {
    const { db } = stack.deps;
    const [month] = await staff().revenue();
    const entries = await db
      .selectFrom('ledgerEntry')
      .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
      .select(['account', 'kind', 'amountCents'])
      .execute();
    const sum = (account: string, ...kinds: string[]) =>
      entries
        .filter((entry) => entry.account === account && (kinds.length === 0 || kinds.includes(entry.kind)))
        .reduce((total, entry) => total + entry.amountCents, 0);
    expect(month).toMatchObject({
      capturedCents: sum('processor', 'capture'),
      feesCents: -sum('fee'),
      refundedCents: 0 - sum('processor', 'refund', 'surplus_refund'),
      paidOutCents: -sum('processor', 'release', 'restore'),
      heldCents: -sum('held') - sum('creator') - sum('surplus'),
    });
    const transfers = await stack.stripe.objects('transfer');
    expect(month?.paidOutCents).toBe(transfers.reduce((total, transfer) => total + transfer.amount, 0));
    const refunds = await stack.stripe.objects('refund');
    expect(month?.refundedCents).toBe(refunds.reduce((total, refund) => total + refund.amount, 0));
    expect(month?.capturedCents).toBeGreaterThan(0);
  });

  it('can be downloaded as CSV by staff only', async () => {
    const answer = await (await stack.asBrowser(admin))('GET', '/api/admin/revenue.csv');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="revenue.csv"',
      'cache-control': 'no-store',
    });
    const [header, row] = answer.body.replace('\uFEFF', '').split('\r\n');
    const [report] = await staff().revenue();
    expect(header).toMatch(/^month,captured_usd,/);
    expect(row?.split(',').slice(0, 2)).toEqual([report?.month, ((report?.capturedCents ?? 0) / 100).toFixed(2)]);
    for (const [person, status] of [
      [null, 401],
      [await newCreator(stack.deps), 403],
      [await newBrand(stack.deps), 403],
    ] as const) {
      expect((await (await stack.asBrowser(person))('GET', '/api/admin/revenue.csv')).statusCode).toBe(status);
    }
    expect((await (await stack.asBrowser(admin))('GET', '/api/admin/passwords.csv')).statusCode).toBe(404);
  });
});
