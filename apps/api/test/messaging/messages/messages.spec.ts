/**
 * Tests conversations: message numbers, delivery, unread counts, limits, emails, staff access and deleted accounts.
 */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@marquee/time';
import { LIMITS, findOffPlatformRisk } from '@marquee/validation';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newAdmin, newBooking, newBrand, newCreator, newMember } from '../../../src/demo/builders.ts';
import { openStack, useStack, type Stack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack({}, { mailbox: true });

const MINUTES_MS = 60_000;

const writeTo = (to: Parameters<ReturnType<Stack['as']>['messages']['send']>[0]['to'], as: SessionUser, text: string) =>
  stack.as(as).messages.send({ to, clientId: randomUUID(), text });

/** Creates a brand that has written to a creator. */
async function pair() {
  const [creator, brand] = [await newCreator(stack.deps), await newBrand(stack.deps)];
  const { conversationId: id } = await writeTo({ username: creator.username }, brand, 'Hello');
  const say = async (as: SessionUser, text: string) => (await writeTo({ id }, as, text)).message;
  const heard = async (as: SessionUser) =>
    (await stack.as(as).messages.page({ id })).items.map(({ number, text }) => [number, text]);
  return { creator, brand, id, say, heard };
}

const unread = async (user: SessionUser) => (await stack.as(user).messages.unreadCount()).count;

describe('a conversation', () => {
  it('numbers simultaneous messages without gaps and in the same order for both sides', async () => {
    const { creator, brand, id, say, heard } = await pair();
    await Promise.all(Array.from({ length: 50 }, (_, at) => say(at % 2 === 0 ? brand : creator, `Message ${at}`)));
    const page = await stack.as(brand).messages.page({ id, after: 0 });
    const rest = await stack.as(brand).messages.page({ id, after: 40 });
    const numbers = [...page.items, ...rest.items].map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 51 }, (_, at) => at + 1));
    expect([page.hasMore, rest.hasMore]).toEqual([true, false]);
    expect(await heard(creator)).toEqual(await heard(brand));
    // Paging backward covers the messages that paging forward left out.
    const older = await stack.as(creator).messages.page({ id, before: 12 });
    expect(older.items.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
    expect(older.hasMore).toBe(false);
  });

  it('stores a message once, even if its author sends it repeatedly with the same client id', async () => {
    const { creator, brand, id, heard } = await pair();
    const again = { to: { id }, clientId: randomUUID(), text: 'Once' };
    const sent = await Promise.all(Array.from({ length: 5 }, () => stack.as(brand).messages.send(again)));
    expect(new Set(sent.map(({ message }) => message.number))).toEqual(new Set([2]));
    expect(await heard(creator)).toEqual([
      [1, 'Hello'],
      [2, 'Once'],
    ]);
    // The other side's page may generate the same client id.
    expect((await stack.as(creator).messages.send(again)).message.number).toBe(3);
  });

  it('exists once per pair of users and once per booking, regardless of which side starts it', async () => {
    const { id: bookingId, creator, brand } = await newBooking(stack.deps);
    const begun = await Promise.all([
      writeTo({ bookingId }, creator, 'When do you need it?'),
      writeTo({ bookingId }, brand, 'A question'),
      writeTo({ username: creator.username }, brand, 'Another one'),
    ]);
    expect(begun[0]?.conversationId).toBe(begun[1]?.conversationId);
    expect(begun[2]?.conversationId).not.toBe(begun[0]?.conversationId);
    const listed = await stack.as(brand).messages.list({});
    expect(new Set(listed.items.map((each) => each.bookingId))).toEqual(new Set([bookingId, null]));
    expect(listed.items).toHaveLength(2);
    expect((await stack.as(brand).messages.list({ search: 'reel' })).items).toHaveLength(1);
    expect((await stack.as(creator).messages.list({ search: 'northwind' })).items).toHaveLength(2);
    expect((await stack.as(creator).messages.list({ search: '%' })).items).toHaveLength(0);
  });

  it('is invisible to all other users, and only a brand can start one without a booking', async () => {
    const { creator, brand, id } = await pair();
    const [strange, other] = [await newBrand(stack.deps), await newCreator(stack.deps)];
    const gone = { failure: 'CONVERSATION_NOT_FOUND', code: 'NOT_FOUND' };
    for (const user of [strange, other, await newAdmin(stack.deps)]) {
      const api = stack.as(user).messages;
      await expect(api.conversation({ id })).rejects.toMatchObject(gone);
      await expect(api.page({ id })).rejects.toMatchObject(gone);
      await expect(api.search({ id, search: 'Hello' })).rejects.toMatchObject(gone);
      await expect(api.markRead({ id, number: 1 })).rejects.toMatchObject(gone);
      await expect(api.announceTyping({ id })).rejects.toMatchObject(gone);
      await expect(api.send({ to: { id }, clientId: randomUUID(), text: 'x' })).rejects.toMatchObject(gone);
    }
    await expect(
      stack.as(strange).messages.setBlocked({ workspaceId: creator.id, isBlocked: true }),
    ).rejects.toMatchObject(gone);
    await expect(writeTo({ username: strange.username }, other, 'x')).rejects.toMatchObject(gone);
    await expect(writeTo({ username: other.username }, creator, 'x')).rejects.toMatchObject(gone);
    const { id: bookingId } = await newBooking(stack.deps);
    await expect(writeTo({ bookingId }, brand, 'x')).rejects.toMatchObject(gone);
    // The creator can reply in a conversation that the brand started.
    expect((await writeTo({ username: brand.username }, creator, 'Hi')).conversationId).toBe(id);
  });

  it('stores text unchanged, and refuses text that is empty, too long or invalid', async () => {
    const { creator, brand, say, heard } = await pair();
    const hostile = [
      '<script>alert(1)</script>',
      `'; drop table message; --`,
      'https://evil.test/?a=1&b="x"',
      '‮txt.exe ${7*7} {{constructor}}',
      '🧵 zwei\nZeilen\t%_\\',
      'x'.repeat(LIMITS.message),
    ];
    for (const text of hostile) expect((await say(brand, text)).text).toBe(text);
    expect((await heard(creator)).slice(1).map(([, text]) => text)).toEqual(hostile);
    for (const text of ['', '  \n', 'x'.repeat(LIMITS.message + 1), 'a\u0000b', '\ud800'])
      await expect(say(brand, text)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('lets a message quote only an existing message of the same conversation', async () => {
    const { creator, brand, id, say } = await pair();
    const { message } = await stack
      .as(creator)
      .messages.send({ to: { id }, clientId: randomUUID(), text: 'To that', quoted: 1 });
    expect(message).toMatchObject({
      number: 2,
      quotedNumber: 1,
      quotedText: 'Hello',
      quotedAuthorWorkspaceId: brand.id,
    });
    await say(brand, 'Yes');
    await expect(
      stack.as(creator).messages.send({ to: { id }, clientId: randomUUID(), text: 'x', quoted: 99 }),
    ).rejects.toMatchObject({ failure: 'MESSAGE_QUOTED_GONE' });
  });

  it('can be searched by the beginning of words', async () => {
    const { creator, brand, id, say } = await pair();
    for (let at = 0; at < 25; at++) await say(brand, `Rain jacket, take ${at}`);
    await say(creator, 'Deadline on Friday: 50% & more');
    const search = (text: string, before?: number) =>
      stack.as(creator).messages.search({ id, search: text, ...(before && { before }) });
    expect((await search('fri dead')).items.map(({ number }) => number)).toEqual([27]);
    const matches = await search('JACK');
    expect([matches.items.length, matches.hasMore, matches.items[0]?.number]).toEqual([20, true, 26]);
    expect((await search('jacket', matches.items.at(-1)?.number)).items).toHaveLength(5);
    for (const none of ['%', `'`, '!:*', ' & | ', 'unsaid']) expect((await search(none)).items).toEqual([]);
  });
});

describe('the search in a conversation', () => {
  // Messages are stored in NFC, regardless of how they were typed.
  const TEXTS = [
    'Please look at brief-final.pdf, version v2.1',
    'It is at https://drive.example.com/a/b_c?id=7#top',
    'Write to anna.b+ads@example.com or @anna_writes (#SpringLaunch)',
    '来週は東京タワーで撮影します。',
    '서울에서 촬영합니다',
    'วันนี้อากาศดีมาก',
    'ມື້ນີ້ຝົນຕົກ',
    'ថ្ងៃនេះមេឃល្អ',
    'यह हिन्दी में है।',
    'வணக்கம், நன்றி',
    'اكتب لي غدًا، من فضلك',
    'שלום לכולם, צה״ל',
    'Cafe\u0301 in Mu\u0308nchen',
    'Žluťoučký kůň, ΑΘΗΝΑ, ЙОГА',
    'ＦＵＬＬ ｗｉｄｔｈ and ﬁne',
    'Great👍🏽 it’s done — 50% off “now”',
    'co\u00adopera\u00adtion, zero\u200bwidth',
    '1,200.50 EUR on 2026-11-25 at 10:30',
  ];

  it('finds typed or pasted text in any script', async () => {
    const { creator, brand, id, say } = await pair();
    for (const text of TEXTS) await say(brand, text);
    const find = async (search: string) =>
      (await stack.as(creator).messages.search({ id, search })).items.map(({ text }) => text);
    for (const [search, number] of [
      ['brief-final.pdf', 0],
      ['final.pdf', 0],
      ['BRIEF', 0],
      ['v2.1', 0],
      ['v2', 0],
      ['drive.example.com', 1],
      ['https://drive.example.com/a/b_c?id=7#top', 1],
      ['anna.b+ads@example.com', 2],
      ['anna_writes', 2],
      ['@anna', 2],
      ['#springlaunch', 2],
      ['東京', 3],
      ['東京タワー', 3],
      ['影', 3],
      ['します。', 3],
      ['서울', 4],
      ['촬영합니다', 4],
      ['อากาศ', 5],
      ['ຝົນ', 6],
      ['មេឃ', 7],
      ['हिन्दी', 8],
      ['हिन्', 8],
      ['நன்றி', 9],
      ['غدًا', 10],
      ['فضلك', 10],
      ['לכולם', 11],
      ['café', 12],
      ['cafe\u0301', 12],
      ['cafe', 12],
      ['münchen', 12],
      ['zlutoucky kun', 13],
      ['αθηνα', 13],
      ['йога', 13],
      ['full width', 14],
      ['ＷＩＤＴＨ', 14],
      ['fine', 14],
      ['👍', 15],
      ['it’s', 15],
      ['50% off', 15],
      ['“now”', 15],
      ['cooperation', 16],
      ['zerowidth', 16],
      ['1,200.50', 17],
      ['2026-11-25', 17],
      ['10:30', 17],
    ] as const)
      expect([search, await find(search)]).toEqual([search, [TEXTS[number]?.normalize('NFC')]]);
    // Every message is found by its own full text, up to the maximum length of a search.
    for (const text of TEXTS) expect(await find(text.slice(0, 100))).toContain(text.normalize('NFC'));
    for (const none of ['京都', 'drive.example.org', 'annab', 'resume', '...', '\u200b', "'; drop table message; --"])
      expect([none, await find(none)]).toEqual([none, []]);
  });

  it('finds old messages through the index exactly as it finds recent messages without the index', async () => {
    const { creator, brand, id, say } = await pair();
    for (const text of TEXTS) await say(brand, text);
    await sql`
      insert into message (conversation_id, number, author_workspace_id, client_id, text, is_delivered, at)
      select ${id}, n, ${brand.id}, gen_random_uuid(), 'Rain', true, now() from generate_series(100, 700) n`.execute(
      stack.deps.db,
    );
    for (const text of TEXTS) {
      const { items } = await stack.as(creator).messages.search({ id, search: text.slice(0, 100) });
      expect(items.map((item) => item.text)).toEqual([text.normalize('NFC')]);
    }
  });

  it('finds a message that is a single word of 5,000 characters', async () => {
    const { creator, brand, id, say } = await pair();
    await say(brand, 'x'.repeat(5_000));
    await say(brand, '京'.repeat(5_000));
    await say(brand, 'é'.repeat(5_000));
    for (const search of ['x'.repeat(100), '京'.repeat(100), 'é'.repeat(100)])
      expect((await stack.as(creator).messages.search({ id, search })).items).toHaveLength(1);
  });
});

it('finds matches from far back in a conversation together with recent matches', async () => {
  const { creator, brand, id, say } = await pair();
  await sql`
    insert into message (conversation_id, number, author_workspace_id, client_id, text, is_delivered, at)
    select ${id}, n, ${brand.id}, gen_random_uuid(), case when n % 250 = 7 then 'Umbrella ' || n else 'Rain' end, true, now()
    from generate_series(2, 1200) n`.execute(stack.deps.db);
  await sql`update conversation set last_number = 1200 where id = ${id}`.execute(stack.deps.db);
  await say(brand, 'The umbrella');
  const { items, hasMore } = await stack.as(creator).messages.search({ id, search: 'umbrel' });
  expect(items.map(({ number }) => number)).toEqual([1201, 1007, 757, 507, 257, 7]);
  expect(hasMore).toBe(false);
  const before = await stack.as(creator).messages.search({ id, search: 'umbrella', before: 507 });
  expect(before.items.map(({ number }) => number)).toEqual([257, 7]);
});

describe('an unread message', () => {
  it('is counted until it is read, and the author sees up to which message the recipient has read', async () => {
    const { creator, brand, id, say } = await pair();
    await say(brand, 'Two');
    await say(brand, 'Three');
    expect([await unread(creator), await unread(brand)]).toEqual([3, 0]);
    expect((await stack.as(creator).messages.list({ show: 'unread' })).items).toMatchObject([{ id, unread: 3 }]);
    await stack.as(creator).messages.markRead({ id, number: 2 });
    expect(await unread(creator)).toBe(1);
    expect(await stack.as(brand).messages.conversation({ id })).toMatchObject({ otherReadNumber: 2, unread: 0 });
    // A lower number than before or one beyond the end changes nothing.
    await stack.as(creator).messages.markRead({ id, number: 1 });
    expect(await unread(creator)).toBe(1);
    await stack.as(creator).messages.markRead({ id, number: 900 });
    expect(await unread(creator)).toBe(0);
    await say(brand, 'Four');
    expect(await unread(creator)).toBe(1);
  });

  it('leads to one email after ten minutes, and to no second email until the recipient has read it', async () => {
    const { creator, brand, id, say } = await pair();
    const mails = async () =>
      (await stack.mailsTo(creator.email)).filter(({ subject }) => subject.includes('sent you'));
    await stack.pass(9 * MINUTES_MS);
    expect(await mails()).toEqual([]);
    await stack.pass(2 * MINUTES_MS);
    expect(await mails()).toMatchObject([{ subject: `${brand.fullName} sent you a message` }]);
    await say(brand, 'Secret words');
    await stack.pass(HOUR_MS);
    expect(await mails()).toHaveLength(1);
    await stack.as(creator).messages.markRead({ id, number: 2 });
    await say(brand, 'Three');
    await stack.as(creator).messages.markRead({ id, number: 3 });
    await stack.pass(HOUR_MS);
    expect(await mails()).toHaveLength(1);
    // The timer of a message that was read must not send the next email early.
    await say(brand, 'Four');
    await stack.pass(6 * MINUTES_MS);
    await stack.as(creator).messages.markRead({ id, number: 4 });
    await say(brand, 'Five');
    await stack.pass(6 * MINUTES_MS);
    expect(await mails()).toHaveLength(1);
    await stack.pass(6 * MINUTES_MS);
    expect(await mails()).toHaveLength(2);
    expect(JSON.stringify(await mails())).not.toContain('Secret words');
  });
});

describe('the email about unread messages', () => {
  it('names the person who wrote them, or the workspace if several people did', async () => {
    const { creator, brand, id, say } = await pair();
    const subjects = async () => (await stack.mailsTo(creator.email)).map(({ subject }) => subject);
    const anna = await newMember(stack.deps, brand, 'booker');
    await stack.as(creator).messages.markRead({ id, number: 1 });
    await say(anna, 'Two');
    await say(anna, 'Three');
    await stack.pass(HOUR_MS);
    expect(await subjects()).toEqual([`Kim at ${brand.fullName} sent you 2 messages`]);
    await stack.as(creator).messages.markRead({ id, number: 3 });
    await say(anna, 'Four');
    await say(brand, 'Five');
    await stack.pass(HOUR_MS);
    expect((await subjects())[0]).toBe(`${brand.fullName} sent you 2 messages`);
  });
});

describe('a blocked user', () => {
  it('can still write, but the user who set the block never sees those messages, even after lifting it', async () => {
    const { creator, brand, id, say, heard } = await pair();
    await stack.as(creator).messages.markRead({ id, number: 1 });
    await stack.as(creator).messages.setBlocked({ workspaceId: brand.id, isBlocked: true });
    const before = await stack.as(creator).messages.list({});
    const liveEvents: unknown[] = [];
    const stop = stack.deps.live.add(
      {
        channels: [creator.workspaceId],
        deliverEvent: (event) => void liveEvents.push(event),
        recheckSession: () => {},
      },
      undefined,
    );
    expect((await say(brand, 'Unheard')).number).toBe(2);
    await stack.as(brand).messages.announceTyping({ id });
    await stack.pass(HOUR_MS);
    stop();
    expect(liveEvents).toMatchObject([{ kind: 'hello' }]);
    expect(await heard(brand)).toHaveLength(2);
    expect(await heard(creator)).toEqual([[1, 'Hello']]);
    expect(await unread(creator)).toBe(0);
    expect(await stack.as(creator).messages.list({})).toEqual(before);
    expect((await stack.as(creator).messages.search({ id, search: 'unheard' })).items).toEqual([]);
    expect((await stack.mailsTo(creator.email)).filter(({ subject }) => subject.includes('wrote'))).toEqual([]);
    // The blocked side cannot find out about the block.
    expect(await stack.as(brand).messages.conversation({ id })).toMatchObject({ isBlocked: false });
    await expect(say(creator, 'x')).rejects.toMatchObject({ failure: 'MESSAGE_READER_BLOCKED' });
    await stack.as(creator).messages.setBlocked({ workspaceId: brand.id, isBlocked: false });
    await stack.as(brand).messages.send({ to: { id }, clientId: randomUUID(), text: 'Heard again', quoted: 2 });
    expect(await heard(creator)).toEqual([
      [1, 'Hello'],
      [3, 'Heard again'],
    ]);
    // A quote does not reveal a hidden message either.
    expect((await stack.as(creator).messages.page({ id })).items.at(-1)).toMatchObject({ quotedText: null });
    expect(await unread(creator)).toBe(1);
  });
});

describe('the message limit', () => {
  let limited: Awaited<ReturnType<typeof openStack>>;
  beforeAll(async () => {
    limited = await openStack({ RATE_LIMIT: 'on' });
  });
  afterAll(() => limited.close());

  it('restricts how many creators a brand can write to, and how often, before it has a booking', async () => {
    const { deps } = limited.stack;
    const as = (user: SessionUser) => limited.stack.as(user);
    const brand = await newBrand(deps);
    const creators: SessionUser[] = [];
    while (creators.length <= LIMITS.newPeople) creators.push(await newCreator(deps));
    const write = (creator: SessionUser | undefined) =>
      as(brand).messages.send({ to: { username: creator?.username ?? '' }, clientId: randomUUID(), text: 'Hello' });
    for (const creator of creators.slice(0, LIMITS.newPeople)) await write(creator);
    await expect(write(creators.at(-1))).rejects.toMatchObject({ failure: 'MESSAGE_NEW_PEOPLE' });
    const left = LIMITS.messagesBeforeBooking - LIMITS.newPeople - 1;
    for (let at = 0; at < left; at++) await write(creators[0]);
    await expect(write(creators[0])).rejects.toMatchObject({ failure: 'MESSAGES_BEFORE_BOOKING' });
    // A brand with a booking is not limited.
    const { id: bookingId } = await newBooking(deps, { brand });
    await as(brand).messages.send({ to: { bookingId }, clientId: randomUUID(), text: 'About the order' });
  });
});

describe('a staff member', () => {
  it('can read the conversation of a disputed booking, and each access is logged and announced to both sides', async () => {
    const { id: bookingId, creator, brand, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await stack.settle();
    const { conversationId: id } = await writeTo({ bookingId }, brand, 'Where is it?');
    await writeTo({ bookingId }, creator, 'On its way');
    await asBrand.disputes.reportProblem({
      id: bookingId,
      problem: 'It is not what I ordered.',
      desiredOutcome: 'full_refund',
    });
    const admin = await newAdmin(stack.deps);
    const [dispute] = (await stack.as(admin).admin.disputes({})).items.filter((each) => each.bookingId === bookingId);
    const disputeId = dispute?.id ?? '';
    for (const user of [creator, brand])
      await expect(stack.as(user).admin.disputeConversation({ id: disputeId })).rejects.toMatchObject({
        failure: 'ADMINS_ONLY',
      });
    for (let times = 0; times < 2; times++) await stack.as(admin).admin.disputeConversation({ id: disputeId });
    const read = await stack.as(admin).admin.disputeConversation({ id: disputeId });
    expect(read?.items.map(({ text, announcement }) => announcement ?? text)).toEqual([
      'Where is it?',
      'On its way',
      'staff_read',
    ]);
    expect((await stack.as(creator).messages.page({ id })).items.at(-1)).toMatchObject({
      announcement: 'staff_read',
      number: 3,
    });
    const { items } = await stack.as(admin).admin.audit({ subjectId: disputeId });
    expect(items.filter(({ action }) => action === 'conversation.read')).toHaveLength(3);
    // Only the creator's message is unread. The announcement has no author and does not count.
    expect(await unread(brand)).toBe(1);
  });

  it('can read a message that its recipient reported', async () => {
    const { creator, brand, say } = await pair();
    const { id } = await say(brand, 'Pay me outside, then');
    const form = { kind: 'message' as const, id, reason: 'Scam or fraud' as const, sentence: 'Wants money elsewhere' };
    await expect(stack.as(await newCreator(stack.deps)).reports.create(form)).rejects.toMatchObject({
      failure: 'REPORT_SUBJECT_GONE',
    });
    await expect(stack.as(brand).reports.create(form)).rejects.toMatchObject({ failure: 'REPORT_OWN' });
    expect(await stack.as(creator).reports.create(form)).toEqual({ isNew: true });
    const admin = stack.as(await newAdmin(stack.deps));
    const report = (await admin.admin.reports({})).items.find(({ subjectId }) => subjectId === id);
    expect(report).toMatchObject({
      subjectKind: 'message',
      subjectLabel: 'Pay me outside, then',
      ownerWorkspaceId: brand.id,
    });
    await expect(
      admin.admin.decideReport({ id: report?.id ?? '', outcome: 'hidden', reason: 'x' }),
    ).rejects.toMatchObject({ failure: 'REPORT_NOT_HIDEABLE' });
    await admin.admin.decideReport({ id: report?.id ?? '', outcome: 'none', reason: 'Looked at' });
  });
});

it('exports messages for their author, and deletes their text with the author’s account', async () => {
  const { creator, brand, id, say, heard } = await pair();
  await say(creator, 'My words');
  await say(brand, 'Your words');
  const { messages } = await stack.as(creator).personalData.export();
  expect(messages).toMatchObject([{ conversationId: id, number: 2, text: 'My words' }]);
  await stack.as(withOldFactor(creator)).personalData.deleteAccount({ confirmation: 'DELETE' });
  expect(await heard(brand)).toEqual([
    [1, 'Hello'],
    [2, ''],
    [3, 'Your words'],
  ]);
  await expect(say(brand, 'Are you there?')).rejects.toMatchObject({ failure: 'MESSAGE_READER_GONE' });
  expect((await stack.as(brand).messages.list({})).items).toMatchObject([{ otherName: 'Deleted user' }]);
  const { rows } = await sql`select from message where text like '%My words%'`.execute(stack.deps.db);
  expect(rows).toEqual([]);
});

describe('the detection of contact details and payments outside Marquee', () => {
  it.each([
    ['write me at nora@field.test', 'contact'],
    ['nora (at) field (dot) test', 'contact'],
    ['My number is +351 912 345 678', 'contact'],
    ['text me on whatsapp', 'contact'],
    ['Can we do PayPal instead?', 'payment'],
    ['PT50 0002 0123 1234 5678 9015 4', 'payment'],
    ['Let us settle this off the platform', 'payment'],
    ['Three Stories for 1,200 dollars until 2026-12-24 10:30', null],
    ['It has 1 200 000 views on YouTube and @maya liked it', null],
    ['We signed the paper; the telegram-style headline is fine', null],
  ])('classifies "%s" as %s', (text, kinds) => {
    expect(findOffPlatformRisk(text)).toBe(kinds);
  });
});
