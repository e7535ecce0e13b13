/** Tests the export of a user's data and the deletion of an account. */
import { randomUUID } from 'node:crypto';
import type { WorkspaceId } from '@marquee/contracts';
import { HOUR_MS } from '@marquee/time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  BUILDER_PASSWORD,
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newMember,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import {
  callProcedure,
  createEmailAddress,
  findLinkToken,
  isSignedIn,
  signInThroughProvider,
  useAccounts,
  withOldFactor,
} from '../../support/accounts.ts';
import { createSecureToken } from '../../support/account-races.ts';
import { waitForLock } from '../../support/locks.ts';
import type { TestBrowser } from '../../support/stack.ts';

const { stack, nobody, rowOf, newest } = useAccounts();

describe('GET /api/account/export', () => {
  it('contains the user’s own data, but no secrets and no email address of the other side', async () => {
    const { creator, brand } = await newBooking(stack.deps, { status: 'completed' });
    const browser = await stack.asBrowser(brand);
    const answer = await browser('GET', '/api/account/export');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="marquee-${brand.username}.json"`);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
    const data = answer.json<Record<string, unknown[]> & { account: object }>();
    expect(data.account).toMatchObject({ email: brand.email, fullName: brand.fullName });
    expect(data['bookings']).toHaveLength(1);
    expect(data['sessions']).toHaveLength(1);
    expect(data['activity']?.length).toBeGreaterThan(0);
    expect(answer.body).not.toMatch(/argon2|passwordHash|idHash|pi_|acct_|_secret_/);
    expect(answer.body).not.toContain(creator.email);
    const own = (await (await stack.asBrowser(creator))('GET', '/api/account/export')).json<{
      ledger: unknown[];
      packages: unknown[];
    }>();
    expect([own.ledger.length, own.packages.length]).toEqual([1, 1]);
  });

  it('contains neither the notes nor the ids of staff', async () => {
    const brand = await newBrand(stack.deps);
    const admin = await newAdmin(stack.deps);
    await stack.as(brand).support.contact({
      name: 'Fjord',
      email: brand.email,
      company: '',
      subject: 'A question',
      category: 'Bug Report',
      message: 'Where is my receipt?',
    });
    const [message] = (await stack.as(admin).admin.messages({})).items;
    await stack.as(admin).admin.closeMessage({ id: message?.id ?? '', note: 'Difficult customer' });
    const answer = await (await stack.asBrowser(brand))('GET', '/api/account/export');
    expect(answer.json<{ contactMessages: unknown[] }>().contactMessages).toHaveLength(1);
    expect(answer.body).not.toMatch(/Difficult|answeredByPersonId|answerNote/);
    expect(answer.body).not.toContain(admin.id);
  });

  it('redirects a signed-out caller to the sign-in page', async () => {
    expect((await (await nobody())('GET', '/api/account/export')).headers['location']).toBe(
      '/login?next=%2Fsettings%2Faccount',
    );
  });
});

describe('deleting an account', () => {
  const waitMs = () => stack.deps.env.OWNERSHIP_WAIT_HOURS * HOUR_MS;
  const close = (browser: TestBrowser, input: object = { confirmation: 'DELETE' }) =>
    callProcedure(browser, 'personalData.deleteAccount', input);
  /** Deletes the account and waits until it is erased. */
  const remove = async (browser: TestBrowser, input?: object) => {
    const answer = await close(browser, input);
    if (answer.status === 200) await stack.pass(waitMs());
    return answer;
  };

  it('closes the account at once, and the owner can restore it with the link in the email until it is erased', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Maya Berg' });
    const pack = await newPackage(stack.deps, creator);
    const thief = await stack.asBrowser(creator);
    const answer = await close(thief);
    expect(answer).toMatchObject({ status: 200 });
    const visitor = await nobody();
    const statuses = async () => [
      (await visitor('GET', `/api/profile/${creator.username}`)).statusCode,
      (await visitor('GET', `/api/packages/${pack.id}`)).statusCode,
      (await visitor('POST', '/api/auth/login', { email: creator.email, password: BUILDER_PASSWORD })).statusCode,
    ];
    expect(await statuses()).toEqual([404, 404, 401]);
    await stack.advance(waitMs() - HOUR_MS);
    const token = findLinkToken(await newest(creator.email, 'Your account was closed'));
    expect(await callProcedure(visitor, 'recovery.secureAccount', { token })).toMatchObject({ status: 200 });
    await stack.pass(waitMs());
    expect(await rowOf(creator.id)).toMatchObject({ fullName: 'Maya Berg', deletedAt: null, erasedAt: null });
    expect((await visitor('GET', `/api/profile/${creator.username}`)).statusCode).toBe(200);
  });

  it('is undone if the owner uses the link of an email while it is in progress', async () => {
    const creator = await newCreator(stack.deps);
    const visitor = await nobody();
    const token = await createSecureToken(stack, creator);
    const answer = await stack.deps.db.transaction().execute(async (db) => {
      const deletion = { deletedAt: stack.deps.now() };
      const account = { ...deletion, passwordHash: null };
      await db.updateTable('person').set(account).where('id', '=', creator.id).execute();
      await db.updateTable('workspace').set(deletion).where('id', '=', creator.workspaceId).execute();
      const securing = callProcedure(visitor, 'recovery.secureAccount', { token });
      await waitForLock(stack);
      return { securing };
    });
    expect(await answer.securing).toMatchObject({ status: 200 });
    expect(await rowOf(creator.id)).toMatchObject({ deletedAt: null });
  });

  it('is refused while a workspace of the account is reported, so that its log stays', async () => {
    const creator = await newCreator(stack.deps);
    const browser = await stack.asBrowser(creator);
    const report = { reportedAt: stack.deps.now() };
    await stack.deps.db.updateTable('workspace').set(report).where('id', '=', creator.workspaceId).execute();
    expect(await close(browser)).toMatchObject({ failure: 'WORKSPACE_REPORTED' });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('includes a workspace of the person that is suspended', async () => {
    const member = await newMember(stack.deps, await newBrand(stack.deps), 'viewer');
    const suspension = { suspendedAt: stack.deps.now(), suspendedReason: 'Spam' };
    await stack.deps.db
      .updateTable('workspace')
      .set(suspension)
      .where('id', '=', sql<WorkspaceId>`${member.id}`)
      .execute();
    await stack.as(withOldFactor(member)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect(await rowOf(member.id)).toMatchObject({ fullName: 'Deleted user', erasedAt: expect.any(Date) as Date });
    const { fullName } = await stack.deps.db
      .selectFrom('workspace')
      .select('fullName')
      .where('id', '=', sql<WorkspaceId>`${member.id}`)
      .executeTakeFirstOrThrow();
    expect(fullName).toBe('Deleted user');
  });

  it('erases the account at once if it has had a factor for the waiting time', async () => {
    const creator = await newCreator(stack.deps);
    await stack.as(withOldFactor(creator)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect(await rowOf(creator.id)).toMatchObject({ fullName: 'Deleted user' });
  });

  it('removes the user’s data, frees the email address and sends a farewell email', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Gone Girl', email: createEmailAddress() });
    const pack = await newPackage(stack.deps, creator);
    const [browser, elsewhere] = [await stack.asBrowser(creator), await stack.asBrowser(creator)];
    const answer = await browser('POST', '/trpc/personalData.deleteAccount', { confirmation: 'DELETE' });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies).toMatchObject([{ name: 'marquee', value: '' }]);
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([false, false]);
    await stack.pass(waitMs());

    const row = await rowOf(creator.id);
    expect(row).toMatchObject({
      fullName: 'Deleted user',
      bio: '',
      location: '',
      passwordHash: null,
      profileImageUrl: null,
      emailVerifiedAt: null,
    });
    expect(JSON.stringify(row)).not.toMatch(/gone|girl/i);
    expect(row.email).not.toContain(creator.email);
    const visitor = await nobody();
    expect((await visitor('GET', `/api/profile/${creator.username}`)).statusCode).toBe(404);
    expect((await visitor('GET', `/api/profile/${row.username}`)).statusCode).toBe(404);
    expect((await visitor('GET', `/api/influencers/${creator.id}`)).statusCode).toBe(404);
    expect((await visitor('GET', `/api/packages/${pack.id}`)).statusCode).toBe(404);
    expect(
      (await visitor('POST', '/api/auth/login', { email: creator.email, password: BUILDER_PASSWORD })).statusCode,
    ).toBe(401);
    expect(await newest(creator.email, 'Your account was deleted')).toBeDefined();
    const again = await visitor('POST', '/api/auth/register', {
      fullName: 'Gone Girl',
      email: creator.email,
      userType: 'brand',
      password: 'quiet-otters-7',
    });
    expect(again.statusCode).toBe(201);
  });

  it('works even if another user has the username that the deleted account would get', async () => {
    const victim = await newCreator(stack.deps);
    const rival = await newCreator(stack.deps);
    const username = `deleted_${victim.id.replaceAll('-', '').slice(0, 20)}`;
    await expect(stack.as(rival).profiles.changeUsername({ username })).rejects.toMatchObject({
      failure: 'USERNAME_TAKEN',
    });
    // Another user may have taken that username before such names were reserved.
    await stack.deps.db.updateTable('workspace').set({ username }).where('id', '=', rival.workspaceId).execute();
    expect(await remove(await stack.asBrowser(victim))).toMatchObject({ status: 200 });
    const left = (await rowOf(victim.id)).username;
    expect(left).toMatch(/^deleted_[0-9a-f]{20}$/);
    expect(left).not.toBe(username);
  });

  it('requires a confirmation in the last ten minutes, and a confirmation word', async () => {
    const browser = await stack.asBrowser(await newBrand(stack.deps));
    expect(await remove(browser, {})).toMatchObject({ failure: 'DELETION_UNCONFIRMED' });
    await stack.advance(11 * 60_000);
    expect(await remove(browser)).toMatchObject({ failure: 'CONFIRMATION_REQUIRED' });
    expect(await isSignedIn(browser)).toBe(true);

    const external = await nobody();
    const email = createEmailAddress();
    await signInThroughProvider(external, { name: 'Ada', email });
    await callProcedure(external, 'auth.completeWelcome', { fullName: 'Ada', userType: 'brand' });
    expect(await remove(external, { confirmation: 'yes' })).toMatchObject({
      failure: 'DELETION_UNCONFIRMED',
      message: 'Type DELETE to confirm',
    });
    expect(await remove(external, { confirmation: ' delete ' })).toMatchObject({ status: 200 });
    // The deletion freed the OpenID identity, so the next sign-in with it is a first sign-in.
    expect(await signInThroughProvider(await nobody(), { name: 'Ada', email })).toBe('/welcome');
  });

  it.each(['pending', 'accepted', 'in_progress', 'completed'] as const)(
    'is refused for both sides of an unsettled booking with the status %s',
    async (status) => {
      const { creator, brand } = await newBooking(stack.deps, { status });
      for (const person of [creator, brand]) {
        expect(await remove(await stack.asBrowser(person))).toMatchObject({ status: 409, failure: 'ACCOUNT_IN_USE' });
        expect((await rowOf(person.id)).deletedAt).toBeNull();
      }
    },
  );

  it('keeps settled bookings and the ledger for the other side, without the deleted user’s name', async () => {
    const { id, asBrand, asCreator, brand, creator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    const ledger = () => stack.deps.db.selectFrom('ledgerEntry').selectAll().execute();
    const before = await ledger();
    expect(await remove(await stack.asBrowser(brand))).toMatchObject({ status: 200 });
    const booking = await asCreator.bookings.byId({ id });
    expect(booking).toMatchObject({
      status: 'completed',
      brandName: 'Deleted user',
      customer: { name: 'Deleted user', email: '' },
    });
    expect((await asCreator.bookings.list({})).items).toHaveLength(1);
    expect(await ledger()).toEqual(before);
    expect(await remove(await stack.asBrowser(creator))).toMatchObject({ status: 200 });
  });

  it('removes the uploader’s network address from delivered files, which the brand keeps', async () => {
    const { id, creator, asCreator, asBrand } = await newBooking(stack.deps, { status: 'in_progress' });
    const browser = await stack.asBrowser(creator);
    const deliverableId = (await asCreator.deliveries.byBooking({ id })).items[0]?.id ?? '';
    const file = await asCreator.deliveries.beginFile({
      deliverableId,
      name: 'cut.mp4',
      bytes: 20,
      uploadKey: randomUUID(),
    });
    const type = { 'content-type': 'application/octet-stream' };
    await browser('PUT', `/api/files/${file.id}/parts/0`, Buffer.alloc(20, 1), type);
    const version = { deliverableId, number: 1, note: 'Here', links: [], files: [file.id], completes: false };
    await asCreator.deliveries.send(version);
    await asCreator.bookings.move({ id, status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    const networkOf = async () =>
      (await stack.deps.db.selectFrom('file').select('network').where('id', '=', file.id).executeTakeFirstOrThrow())
        .network;
    expect(await networkOf()).not.toBeNull();
    expect(await remove(browser)).toMatchObject({ status: 200 });
    expect(await networkOf()).toBeNull();
    const [deliverable] = (await asBrand.deliveries.byBooking({ id })).items;
    expect(deliverable?.versions[0]?.files).toMatchObject([{ name: 'cut.mp4' }]);
  });

  it('cancels unpaid orders so that they cannot be paid later', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const { bookingId } = await stack.as(brand).payments.openCheckout({
      packageId: pack.id,
      brandUserId: brand.id,
      customer: { name: 'N', email: 'n@example.test', projectDescription: 'x' },
    });
    expect(await remove(await stack.asBrowser(creator))).toMatchObject({ status: 200 });
    await stack.idle();
    const booking = await stack.deps.db
      .selectFrom('booking')
      .select(['status', 'paymentState'])
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow();
    expect(booking).toEqual({ status: 'cancelled', paymentState: 'voided' });
  });

  it('happens once despite a double click, and leaves no open order from a simultaneous checkout', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const browsers = await Promise.all([stack.asBrowser(creator), stack.asBrowser(creator)]);
    const orders = Array.from({ length: 4 }, () =>
      stack
        .as(brand)
        .payments.openCheckout({ packageId: pack.id, brandUserId: brand.id })
        .catch(() => null),
    );
    await Promise.all([...browsers.map((browser) => close(browser)), ...orders]);
    await stack.pass(waitMs());
    expect((await rowOf(creator.id)).deletedAt).toBeInstanceOf(Date);
    const open = await stack.deps.db
      .selectFrom('booking')
      .select('status')
      .where('creatorId', '=', creator.workspaceId)
      .where('status', '<>', 'cancelled')
      .execute();
    expect(open).toEqual([]);
    expect(
      (await stack.mailsTo(creator.email)).filter(({ subject }) => subject === 'Your account was deleted'),
    ).toHaveLength(1);
  });
});
