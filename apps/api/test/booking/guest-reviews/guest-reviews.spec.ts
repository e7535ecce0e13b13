/** Tests guests, who review delivered versions without an account, and the effect of a late review on the due date. */
import { createHash, randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@marquee/time';
import { LIMITS, type GuestReview } from '@marquee/validation';
import { describeAction } from '@marquee/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/core/unit-of-work.ts';
import { newBooking, newBrand, newMember, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import { eraseWorkspace, exportWorkspace } from '../../../src/modules/identity/personal-data/personal-data.service.ts';
import { findLinkToken } from '../../support/accounts.ts';
import { getRefusalCode, listEventKinds } from '../../support/booking-money.ts';
import { waitForLock } from '../../support/locks.ts';
import { useStack, type TestBrowser } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });

interface GuestView {
  id: string;
  versions: {
    deliverableId: string;
    number: number;
    checksum: string;
    isOutdated: boolean;
    isDecided: boolean;
    vote: string | null;
    files: { id: string }[];
  }[];
}

/** Creates a booking in progress whose creator has sent the first version of both deliverables, one with a file. */
async function sent() {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, { features: ['1 Reel', '1 Story', '2 revisions'] });
  const booking = await newBooking(stack.deps, { creator, packageId, status: 'in_progress' });
  const { items } = await booking.asBrand.deliveries.byBooking({ id: booking.id });
  const [reel = '', story = ''] = items.map(({ id }) => id);
  const file = await newFile(reel);
  const version = { number: 1, note: 'The first cut', links: ['https://example.com/cut'], files: [] };
  await booking.asCreator.deliveries.send({ ...version, deliverableId: reel, files: [file] });
  await booking.asCreator.deliveries.send({ ...version, deliverableId: story });
  return { ...booking, reel, story, file };
}

/** Stores a file that was uploaded in full, without its content. */
async function newFile(deliverableId: string): Promise<string> {
  const id = randomUUID();
  const at = stack.deps.now();
  const sha256 = createHash('sha256').update(id).digest('hex');
  await sql`insert into file
    (id, author_workspace_id, deliverable_id, name, bytes, upload_key, parts, media_type, sha256, started_at, finished_at)
    select ${id}, creator_id, deliverable.id, 'cut.mp4', 10, 'key', 1, 'video/mp4', ${sha256}, ${at}, ${at}
    from deliverable join booking on booking.id = booking_id where deliverable.id = ${deliverableId}`.execute(
    stack.deps.db,
  );
  return id;
}

const newAddress = () => `guest-${randomUUID()}@legal.test`;

const findToken = async (email: string) =>
  findLinkToken((await stack.mailsTo(email)).find(({ subject }) => subject.includes('asks for your review')));
const findCode = async (email: string) =>
  /^\d{6}/.exec((await stack.mailsTo(email)).find(({ subject }) => /^\d{6} is/.test(subject))?.subject ?? '')?.[0] ??
  '';

/** Calls a procedure over HTTP. Returns its result, or the name of the failure. */
async function call<T>(browser: TestBrowser, path: string, input: object): Promise<T | string> {
  const isQuery = path.endsWith('.view');
  const answer = isQuery
    ? await browser('GET', `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
    : await browser('POST', `/trpc/${path}`, input);
  const { result, error } = answer.json<{ result?: { data?: T }; error?: { data: { failure: string } } }>();
  return error?.data.failure ?? (result?.data as T);
}

/** Requests a code and returns its id. */
const requestCode = async (browser: TestBrowser, token: string): Promise<string> =>
  ((await call<{ codeId: string }>(browser, 'guestReviews.requestCode', { token })) as { codeId: string }).codeId;

/** Opens the latest link to an address and confirms the address with the code. */
async function entered(email: string, browser?: TestBrowser) {
  const guest = browser ?? (await stack.asBrowser(null));
  const token = await findToken(email);
  const codeId = await requestCode(guest, token);
  const { id } = (await call<{ id: string }>(guest, 'guestReviews.confirm', {
    token,
    codeId,
    code: await findCode(email),
  })) as { id: string };
  return { guest, id, token };
}

const view = async (guest: TestBrowser, id: string) =>
  (await call<GuestView>(guest, 'guestReviews.view', { id })) as GuestView;

/** Votes on the first version that the guest sees. Returns the result, or the name of the failure. */
async function vote(guest: TestBrowser, id: string, more: Partial<GuestReview> = {}) {
  const [version] = (await view(guest, id)).versions;
  return call<GuestView>(guest, 'guestReviews.review', {
    id,
    deliverableId: version?.deliverableId,
    number: version?.number,
    checksum: version?.checksum,
    vote: 'approved',
    comment: '',
    remarks: [],
    ...more,
  });
}

const invite = async (
  { asBrand, reel }: Awaited<ReturnType<typeof sent>>,
  email: string,
  { deliverableId = reel, number = 1, name = 'Ann Lee' } = {},
) => asBrand.guestReviews.invite({ deliverableId, number, name, email });

describe('a guest', () => {
  it('sees only the workspace before the code, and then only the shared versions', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const token = await findToken(email);
    const guest = await stack.asBrowser(null);
    const opened = await call<{ id: string }>(guest, 'guestReviews.open', { token });
    expect(opened).toEqual({
      id: expect.any(String) as string,
      workspaceName: 'Northwind Outdoor',
      email: 'g…@legal.test',
      isConfirmed: false,
    });
    const { id } = opened as { id: string };
    expect(await call(guest, 'guestReviews.view', { id })).toBe('GUEST_ACCESS_ENDED');
    expect((await guest('GET', `/api/files/${booking.file}`)).statusCode).toBe(401);

    await entered(email, guest);
    const seen = await view(guest, id);
    expect(seen).toMatchObject({ name: 'Ann Lee', workspaceName: 'Northwind Outdoor', creatorName: 'Maya Lindqvist' });
    expect(seen.versions).toMatchObject([{ deliverableId: booking.reel, number: 1, title: '1 Reel' }]);
    expect(JSON.stringify(seen)).not.toMatch(/cents|email|answers|message/i);
    expect(await call(guest, 'guestReviews.open', { token })).toMatchObject({ isConfirmed: true });
  });

  it('has no account, and cannot call anything that needs one', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const { guest } = await entered(email);
    expect((await guest('GET', '/api/auth/me')).statusCode).toBe(401);
    expect((await guest('GET', `/api/bookings/${booking.id}`)).statusCode).toBe(401);
  });

  it('sees neither another guest’s review nor its files', async () => {
    const [one, other] = [await sent(), await sent()];
    const [ann, ben] = [newAddress(), newAddress()];
    await invite(one, ann);
    await invite(other, ben);
    const [asAnn, asBen] = [await entered(ann), await entered(ben)];
    expect(await call(asBen.guest, 'guestReviews.view', { id: asAnn.id })).toBe('GUEST_ACCESS_ENDED');
    expect(await vote(asBen.guest, asBen.id, { deliverableId: one.reel })).toBe('DELIVERABLE_NOT_FOUND');
    expect(await vote(asBen.guest, asBen.id, { id: asAnn.id })).toBe('GUEST_ACCESS_ENDED');
    expect((await asBen.guest('GET', `/api/files/${one.file}`)).statusCode).toBe(404);
    // The file is found, although this test has not uploaded its content.
    const own = await asBen.guest('GET', `/api/files/${other.file}`, undefined, { 'if-none-match': `"${other.file}"` });
    expect(own.statusCode).toBe(304);
  });

  it('sees a later version only after a member shares it, with the same link', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const { guest, id, token } = await entered(email);
    await booking.asCreator.deliveries.send({
      deliverableId: booking.reel,
      number: 2,
      note: 'Better',
      links: [],
      files: [],
    });
    expect((await view(guest, id)).versions.map(({ number }) => number)).toEqual([1]);
    const { guests } = await invite(booking, email.toUpperCase(), { number: 2 });
    expect(guests).toHaveLength(1);
    expect((await view(guest, id)).versions.map(({ number }) => number)).toEqual([1, 2]);
    expect((await stack.mailsTo(email)).filter(({ subject }) => subject.includes('asks for your review'))).toHaveLength(
      2,
    );
    expect(await call(guest, 'guestReviews.open', { token })).toMatchObject({ isConfirmed: true });
  });

  it('loses access at once if a member revokes it, even if the address is invited again', async () => {
    const booking = await sent();
    const ann = newAddress();
    await invite(booking, ann);
    const asAnn = await entered(ann);
    await booking.asBrand.guestReviews.revoke({ id: asAnn.id });
    expect(await call(asAnn.guest, 'guestReviews.view', { id: asAnn.id })).toBe('GUEST_ACCESS_ENDED');
    expect(await call(asAnn.guest, 'guestReviews.open', { token: asAnn.token })).toBe('GUEST_LINK_INVALID');
    expect((await asAnn.guest('GET', `/api/files/${booking.file}`)).statusCode).toBe(404);
    // An invitation of the same address creates a new guest with a new link.
    await invite(booking, ann);
    expect(await call(asAnn.guest, 'guestReviews.open', { token: asAnn.token })).toBe('GUEST_LINK_INVALID');
    expect(await call(asAnn.guest, 'guestReviews.view', { id: asAnn.id })).toBe('GUEST_ACCESS_ENDED');
  });

  it('loses access when it expires', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const { guest, id, token } = await entered(email);
    await sql`update review_guest set expires_at = ${stack.deps.now()} where id = ${id}`.execute(stack.deps.db);
    expect(await call(guest, 'guestReviews.view', { id })).toBe('GUEST_ACCESS_ENDED');
    expect(await call(guest, 'guestReviews.open', { token })).toBe('GUEST_LINK_INVALID');
    expect((await guest('GET', `/api/files/${booking.file}`)).statusCode).toBe(404);
  });

  it('needs the code of the visitor’s last request, within ten minutes and five attempts, once', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const token = await findToken(email);
    const guest = await stack.asBrowser(null);
    let codeId = '';
    const tryCode = (code: string) => call(guest, 'guestReviews.confirm', { token, codeId, code });
    const askCode = async () => {
      // The emails are sorted by time.
      await stack.advance(1_000);
      codeId = await requestCode(guest, token);
      return findCode(email);
    };
    const first = await askCode();
    const wrong = String((Number(first) + 1) % 1_000_000).padStart(6, '0');
    const second = await askCode();
    if (first !== second) expect(await tryCode(first)).toBe('GUEST_CODE_WRONG');
    await stack.advance(10 * 60_000 + 1);
    expect(await tryCode(second)).toBe('GUEST_CODE_WRONG');

    const third = await askCode();
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await tryCode(wrong === third ? '000000' : wrong)).toBe('GUEST_CODE_WRONG');
    expect(await tryCode(third)).toBe('GUEST_CODE_WRONG');

    const fourth = await askCode();
    expect(await tryCode(fourth)).toHaveProperty('id');
    expect(await call(await stack.asBrowser(null), 'guestReviews.confirm', { token, codeId, code: fourth })).toBe(
      'GUEST_CODE_WRONG',
    );
    const { rows } = await sql<{ text: string }>`
      select coalesce(data::text, '') || subject as text from mail where kind = 'guest_code'`.execute(stack.deps.db);
    for (const { text } of rows) expect(text).not.toContain(fourth);
  });

  it('has five attempts for a code even if they are sent in parallel', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const token = await findToken(email);
    const guest = await stack.asBrowser(null);
    const codeId = await requestCode(guest, token);
    const code = await findCode(email);
    const guesses = Array.from({ length: 10 }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'));
    const answers = await Promise.all(
      guesses.map((guess) => call(guest, 'guestReviews.confirm', { token, codeId, code: guess })),
    );
    expect(new Set(answers)).toEqual(new Set(['GUEST_CODE_WRONG']));
    const { attempts } = await stack.deps.db
      .selectFrom('mailCode')
      .select('attempts')
      .where('id', '=', codeId)
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(5);
    expect(await call(guest, 'guestReviews.confirm', { token, codeId, code })).toBe('GUEST_CODE_WRONG');
  });

  it('can enter although a stranger with the forwarded link asks for codes and enters wrong ones', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const token = await findToken(email);
    const [guest, stranger] = [await stack.asBrowser(null), await stack.asBrowser(null)];
    const codeId = await requestCode(guest, token);
    const code = await findCode(email);
    await stack.advance(1_000);
    const other = await requestCode(stranger, token);
    expect(other).not.toBe(codeId);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let attempt = 0; attempt < 10; attempt++)
      await call(stranger, 'guestReviews.confirm', { token, codeId: other, code: wrong });
    expect(await call(guest, 'guestReviews.confirm', { token, codeId, code })).toHaveProperty('id');
  });

  it('keeps the account of a person who is signed in in the same browser', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const person = await newBrand(stack.deps);
    const browser = await stack.asBrowser(person);
    const { id } = await entered(email, browser);
    expect((await browser('GET', '/api/auth/me')).json()).toMatchObject({ id: person.id });
    expect((await view(browser, id)).versions).toHaveLength(1);
    const file = await browser('GET', `/api/files/${booking.file}`, undefined, {
      'if-none-match': `"${booking.file}"`,
    });
    expect(file.statusCode).toBe(304);
    expect((await browser('GET', `/api/bookings/${booking.id}`)).statusCode).toBe(404);
  });
});

describe('a guest’s vote', () => {
  it('is shown to members, tells the booking’s contact once, and can be changed until the brand decides', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const { guest, id } = await entered(email);
    // A request for changes has to say what should change.
    expect(await vote(guest, id, { vote: 'changes' })).toBeUndefined();
    const remark = { fileId: booking.file, ms: 1_000, place: null, text: 'Show the logo' };
    expect(await vote(guest, id, { vote: 'changes', remarks: [remark] })).toHaveProperty('id');
    expect(await vote(guest, id, { vote: 'approved', comment: 'Fine now' })).toHaveProperty('id');
    const { reviews, decisionOwner, guests } = await booking.asBrand.guestReviews.byBooking({ id: booking.id });
    expect(reviews).toMatchObject([{ guestName: 'Ann Lee', vote: 'approved', comment: 'Fine now', isOutdated: false }]);
    expect(decisionOwner?.id).toBe(booking.brand.id);
    expect(guests).toMatchObject([{ hasVoted: true, openedAt: expect.any(Date) as Date }]);
    const mails = await stack.mailsTo(booking.brand.email);
    expect(mails.filter(({ subject }) => subject.startsWith('Ann Lee wants changes'))).toHaveLength(1);
    expect(mails.filter(({ subject }) => subject.startsWith('Ann Lee'))).toHaveLength(1);

    await booking.asBrand.deliveries.decide({ deliverableId: booking.reel, number: 1, verdict: 'approved' });
    expect(await vote(guest, id, { vote: 'approved' })).toBe('GUEST_VERSION_DECIDED');
    expect((await view(guest, id)).versions[0]).toMatchObject({ isDecided: true, vote: 'approved' });
  });

  it('is refused if a member ends the access while the guest sends it', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const { guest, id } = await entered(email);
    let voted: Promise<unknown> = Promise.resolve();
    await stack.deps.db.transaction().execute(async (db) => {
      await sql`select from booking where id = ${booking.id} for update`.execute(db);
      voted = vote(guest, id);
      await waitForLock(stack);
      await sql`update review_guest set revoked_at = ${stack.deps.now()} where id = ${id}`.execute(db);
    });
    expect(await voted).toBe('GUEST_ACCESS_ENDED');
  });

  it('does not count if the content of the version is not what the guest saw', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const { guest, id } = await entered(email);
    await vote(guest, id);
    const before = (await view(guest, id)).versions[0]?.checksum ?? '';
    await sql`update file set sha256 = ${'a'.repeat(64)} where id = ${booking.file}`.execute(stack.deps.db);
    const { reviews } = await booking.asBrand.guestReviews.byBooking({ id: booking.id });
    expect(reviews).toMatchObject([{ isOutdated: true }]);
    expect(await vote(guest, id, { checksum: before })).toBe('GUEST_VERSION_CHANGED');
    expect(await vote(guest, id)).toHaveProperty('id');
  });

  it('cannot comment on a file of another version', async () => {
    const [booking, other] = [await sent(), await sent()];
    const email = newAddress();
    await invite(booking, email);
    const { guest, id } = await entered(email);
    const remark = { fileId: other.file, ms: null, place: null, text: 'No' };
    expect(await vote(guest, id, { vote: 'changes', remarks: [remark] })).toBe('REMARK_MISPLACED');
  });

  it('is marked as contested if guests vote differently or comment on the same place', async () => {
    const booking = await sent();
    const [ann, ben] = [newAddress(), newAddress()];
    await invite(booking, ann);
    await invite(booking, ben, { name: 'Ben' });
    const [asAnn, asBen] = [await entered(ann), await entered(ben)];
    const remark = (ms: number, text: string) => ({ fileId: booking.file, ms, place: null, text });
    await vote(asAnn.guest, asAnn.id, { vote: 'changes', remarks: [remark(1_000, 'Longer'), remark(9_000, 'Music')] });
    await vote(asBen.guest, asBen.id, { vote: 'approved', remarks: [remark(2_500, 'Shorter')] });
    const { reviews } = await booking.asBrand.guestReviews.byBooking({ id: booking.id });
    expect(reviews.map(({ isVoteContested }) => isVoteContested)).toEqual([true, true]);
    expect(reviews.flatMap(({ remarks }) => remarks.map(({ text, isContested }) => [text, isContested]))).toEqual(
      expect.arrayContaining([
        ['Longer', true],
        ['Music', false],
        ['Shorter', true],
      ]),
    );
    // The creator gets the list that the brand sends, and learns nothing about the guests.
    const merged = [remark(1_000, 'Make it 20 seconds')];
    await booking.asBrand.deliveries.decide({
      deliverableId: booking.reel,
      number: 1,
      verdict: 'changes',
      changeRequest: 'Please see the comment.',
      remarks: merged,
    });
    const seen = await booking.asCreator.deliveries.byBooking({ id: booking.id });
    expect(seen.items[0]?.versions[0]?.remarks).toEqual(merged);
    expect(JSON.stringify([seen, await booking.asCreator.bookings.byId({ id: booking.id })])).not.toMatch(/Ann|Ben/);
    expect(await getRefusalCode(booking.asCreator.guestReviews.byBooking({ id: booking.id }))).toBe('BRANDS_ONLY');
  });
});

describe('an invitation of a guest', () => {
  it('needs a role that reviews content, a confirmed address and a version that was sent', async () => {
    const booking = await sent();
    const version = { deliverableId: booking.reel, number: 1, name: 'Ann', email: newAddress() };
    const as = async (role: 'reviewer' | 'viewer' | 'finance') =>
      stack.as(await newMember(stack.deps, booking.brand, role)).guestReviews;
    expect((await (await as('reviewer')).invite(version)).guests).toHaveLength(1);
    expect(await getRefusalCode((await as('viewer')).invite(version))).toBe('PERMISSION_MISSING');
    expect(await getRefusalCode((await as('finance')).byBooking({ id: booking.id }))).toBe('PERMISSION_MISSING');
    const unconfirmed = stack.as({ ...booking.brand, emailVerifiedAt: null });
    expect(await getRefusalCode(unconfirmed.guestReviews.invite(version))).toBe('EMAIL_UNCONFIRMED');
    expect(await getRefusalCode(booking.asBrand.guestReviews.invite({ ...version, number: 2 }))).toBe(
      'DELIVERABLE_NOT_FOUND',
    );
    const stranger = stack.as(await newBrand(stack.deps)).guestReviews;
    expect(await getRefusalCode(stranger.invite(version))).toBe('DELIVERABLE_NOT_FOUND');
    const { guests } = await booking.asBrand.guestReviews.byBooking({ id: booking.id });
    expect(await getRefusalCode(stranger.revoke({ id: guests[0]?.id ?? '' }))).toBe('BOOKING_NOT_FOUND');
  });

  it(`is refused for more than ${LIMITS.reviewGuests} guests of a booking`, async () => {
    const booking = await sent();
    await sql`insert into review_guest (booking_id, name, email, invited_by_person_id, invited_at, expires_at)
      select ${booking.id}, 'Ann', 'ann' || n || '@legal.test', ${booking.brand.id}, now(), now() + interval '1 day'
      from generate_series(1, ${LIMITS.reviewGuests}::int) n`.execute(stack.deps.db);
    expect(await getRefusalCode(invite(booking, newAddress()))).toBe('GUESTS_FULL');
    expect((await invite(booking, 'ann1@legal.test')).guests).toHaveLength(LIMITS.reviewGuests);
  });

  it('is in the log of the workspace once, and so is its end', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const { guests } = await invite(booking, email, { deliverableId: booking.story });
    const id = guests[0]?.id ?? '';
    await booking.asBrand.guestReviews.revoke({ id });
    await booking.asBrand.guestReviews.revoke({ id });
    const { items } = await booking.asBrand.workspaces.actions({ topic: 'guest' });
    expect(items.map(({ about, ...action }) => describeAction(action, about)).toSorted()).toEqual([
      `invited ${email} as a guest reviewer`,
      `removed the guest reviewer ${email}`,
    ]);
  });

  it('is exported with the workspace’s data and deleted with the workspace', async () => {
    const booking = await sent();
    const email = newAddress();
    await invite(booking, email);
    const { guestReviews } = await exportWorkspace(stack.deps.db, booking.brand.workspaceId);
    expect(guestReviews).toMatchObject([{ name: 'Ann Lee', email }]);
    await inTransaction(stack.deps, (tx) => eraseWorkspace(tx, booking.brand.workspaceId, stack.deps.now()));
    const left = await stack.deps.db.selectFrom('reviewGuest').select('id').where('email', '=', email).execute();
    expect(left).toEqual([]);
  });
});

describe('a review that takes longer than promised', () => {
  const dueAt = async ({ asBrand, id }: Awaited<ReturnType<typeof sent>>) =>
    (await asBrand.bookings.byId({ id })).dueAt?.getTime() ?? 0;
  const decide = (
    { asBrand }: Awaited<ReturnType<typeof sent>>,
    deliverableId: string,
    verdict: 'approved' | 'changes',
  ) =>
    asBrand.deliveries.decide(
      verdict === 'approved'
        ? { deliverableId, number: 1, verdict }
        : { deliverableId, number: 1, verdict, changeRequest: 'Brighter', remarks: [] },
    );

  it('moves the due date and its reminder by the time that it took longer', async () => {
    const booking = await sent();
    const before = await dueAt(booking);
    await stack.advance(8 * DAY_MS - HOUR_MS / 2);
    await decide(booking, booking.reel, 'changes');
    await decide(booking, booking.story, 'approved');
    expect((await dueAt(booking)) - before).toBe(3 * DAY_MS);
    const { rows } = await sql<{ data: { hours: number } }>`
      select data from event where booking_id = ${booking.id} and kind = 'booking.due_moved'`.execute(stack.deps.db);
    expect(rows).toEqual([
      {
        data: {
          dueBefore: new Date(before).toISOString(),
          dueAt: new Date(before + 3 * DAY_MS).toISOString(),
          hours: 72,
        },
      },
    ]);
    // The brand can cancel overdue work three days after the new due date, not three days after the old one.
    await stack.advance(before + 3 * DAY_MS + HOUR_MS - stack.deps.now().getTime());
    expect(await getRefusalCode(booking.asBrand.cancellations.cancelOverdue({ id: booking.id }))).toBe(
      'CANCELLATION_REFUSED',
    );
    // The reminder follows the new date, too: seven days before the end, which is 30 days after the due date.
    await stack.pass(before + 23 * DAY_MS + HOUR_MS - stack.deps.now().getTime());
    expect(await listEventKinds(stack, booking.id)).not.toContain('booking.overdue_reminded');
    await stack.pass(3 * DAY_MS);
    expect(await listEventKinds(stack, booking.id)).toContain('booking.overdue_reminded');
  });

  it('counts a time once if both deliverables are late', async () => {
    const booking = await sent();
    const before = await dueAt(booking);
    await stack.advance(6 * DAY_MS - HOUR_MS / 2);
    await decide(booking, booking.reel, 'approved');
    expect((await dueAt(booking)) - before).toBe(DAY_MS);
    await stack.advance(DAY_MS - 60_000);
    await decide(booking, booking.story, 'changes');
    expect((await dueAt(booking)) - before).toBe(2 * DAY_MS);
  });

  it('counts an hour that has begun once if both deliverables are decided in it', async () => {
    const booking = await sent();
    const before = await dueAt(booking);
    await stack.advance(5 * DAY_MS + HOUR_MS / 4);
    await decide(booking, booking.reel, 'approved');
    await stack.advance(HOUR_MS / 4);
    await decide(booking, booking.story, 'changes');
    expect((await dueAt(booking)) - before).toBe(HOUR_MS);
  });

  it('counts the delay before a cancellation request that the brand withdraws', async () => {
    const booking = await sent();
    const before = await dueAt(booking);
    await stack.advance(7 * DAY_MS - HOUR_MS / 2);
    await booking.asBrand.cancellations.request({ id: booking.id, reason: 'Our plans have changed.' });
    await stack.advance(HOUR_MS);
    await booking.asBrand.cancellations.withdraw({ id: booking.id });
    expect((await dueAt(booking)) - before).toBe(2 * DAY_MS);
    // The half hour of the first delay that was rounded up is over, and another minute of the next hour.
    await stack.advance(HOUR_MS / 2 + 60_000);
    await decide(booking, booking.reel, 'changes');
    expect((await dueAt(booking)) - before).toBe(2 * DAY_MS + HOUR_MS);
  });

  it('does not let the brand cancel as overdue what is late only because of its review', async () => {
    const booking = await sent();
    await stack.advance((await dueAt(booking)) + 4 * DAY_MS - stack.deps.now().getTime());
    expect(await getRefusalCode(booking.asBrand.cancellations.cancelOverdue({ id: booking.id }))).toBe(
      'CANCELLATION_REFUSED',
    );
  });

  it('changes nothing if the brand decides in time', async () => {
    const booking = await sent();
    const before = await dueAt(booking);
    await stack.advance(5 * DAY_MS - HOUR_MS);
    await decide(booking, booking.reel, 'changes');
    expect(await dueAt(booking)).toBe(before);
    expect(await listEventKinds(stack, booking.id)).not.toContain('booking.due_moved');
  });
});

it('accepts a guest’s link to a review for 30 days', async () => {
  const booking = await sent();
  const email = newAddress();
  await invite(booking, email);
  const token = await findToken(email);
  await stack.advance(30 * DAY_MS - HOUR_MS);
  expect(await stack.as(null).guestReviews.open({ token })).toMatchObject({ workspaceName: 'Northwind Outdoor' });
  await stack.advance(HOUR_MS);
  expect(await getRefusalCode(stack.as(null).guestReviews.open({ token }))).toBe('GUEST_LINK_INVALID');
});
