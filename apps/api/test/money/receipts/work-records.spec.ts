/**
 * Tests the records of completed work: their metrics match the profile, they never change, and only their creator
 * can share them.
 */
import { setTimeout } from 'node:timers/promises';
import {
  MAX_WORK_RECORD_BOOKINGS,
  MAX_WORK_RECORDS,
  WORK_FROM_OFFER_TITLE,
  buildWorkRecordSections,
} from '@marquee/booking';
import { DAY_MS } from '@marquee/time';
import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { inTransaction } from '../../../src/core/unit-of-work.ts';
import {
  confirmCard,
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { eraseWorkspace } from '../../../src/modules/identity/personal-data/personal-data.service.ts';
import { lockWorkspace } from '../../../src/modules/identity/workspaces/workspaces.sql.ts';
import { getRefusalCode } from '../../support/booking-money.ts';
import { openStack, useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack();
const api = () => stack.as(creator).receipts;
const check = (code: string) => stack.as(null).receipts.verify({ code });

let creator: SessionUser;
beforeAll(async () => {
  creator = await newPayableCreator(stack.deps, { fullName: 'Maya Stone' });
  const pack = await newPackage(stack.deps, creator, { name: 'Two Reels' });
  const brands = [
    await newBrand(stack.deps, { fullName: 'Northwind Secret' }),
    await newBrand(stack.deps, { fullName: 'Fjordlight Secret' }),
  ];
  const book = (brand = brands[0]!, status: 'completed' | 'in_progress' = 'completed') =>
    newBooking(stack.deps, { creator, brand, packageId: pack.id, status });
  const reviewed = await book();
  await stack
    .as(creator)
    .reviews.write({ bookingId: reviewed.id, stars: 5, parts: [5, 5, 5], text: '', staffNote: '' });
  await reviewed.asBrand.reviews.write({ bookingId: reviewed.id, stars: 4, parts: [4, 5, 3], text: '', staffNote: '' });
  await book();
  await book();
  await book(brands[1]);
  await book(brands[1], 'in_progress');
  // The booking is completed but fully refunded, so neither the profile nor a record counts it.
  const refunded = await book(await newBrand(stack.deps));
  await refunded.asBrand.disputes.reportProblem({ id: refunded.id, problem: 'Nothing came.' });
  await refunded.asCreator.disputes.agreeToRefund({ id: refunded.id });
  await stack.idle();
});

describe('a work record', () => {
  it('contains the same figures as the profile and the database', async () => {
    const record = await api().createWorkRecord();
    const { work, day } = await api().workRecord({ id: record.id });
    const stats = await stack.as(null).profiles.stats({ username: creator.username });
    expect(day).toBe(stack.deps.now().toISOString().slice(0, 10));
    expect(work).toMatchObject({
      name: 'Maya Stone',
      username: creator.username,
      completed: stats.completedBookings,
      rating: stats.rating,
      reviewCount: stats.reviewCount,
      stars: stats.stars,
      parts: stats.ratedParts,
      clock: stats.clock,
    });
    expect(work).toMatchObject({ rating: 4, reviewCount: 1, stars: [0, 0, 0, 1, 0], parts: [40, 50, 30] });
    expect(work.clock).toMatchObject({ requests: 6, answered: 6 });
    const { rows } = await stack.deps.pool.query<{ completed: number; brands: number; since: string }>(
      `select count(*)::int as completed, count(distinct brand_id)::int as brands,
        (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') from workspace where id = $1) as since
        from booking where creator_id = $1 and status = 'completed' and payment_state not in ('refunded', 'refunding')`,
      [creator.id],
    );
    expect(rows).toEqual([{ completed: work.completed, brands: work.brands, since: work.since }]);
    expect([work.completed, work.brands]).toEqual([4, 2]);
    expect(work.bookings).toEqual(
      Array.from({ length: 4 }, () => ({ packageName: 'Two Reels', month: day.slice(0, 7) })),
    );
  });

  it('shows which follower counts staff have confirmed', async () => {
    const other = await newPayableCreator(stack.deps);
    await stack.as(other).profiles.savePlatforms({
      platforms: [
        { platform: 'instagram', handle: '@maya', followers: 1_200, startingPrice: '' },
        { platform: 'tiktok', handle: '@maya', followers: 300, startingPrice: '' },
      ],
    });
    await newBooking(stack.deps, { creator: other, status: 'completed' });
    await sql`insert into follower_proof (creator_id, platform, handle, followers, picture_url, state, sent_at, decided_at)
      values (${other.id}, 'instagram', '@maya', 1200, '/media/x.webp', 'confirmed', ${stack.deps.now()}, ${stack.deps.now()})`.execute(
      stack.deps.db,
    );
    const { id, day } = await stack.as(other).receipts.createWorkRecord();
    const { work } = await stack.as(other).receipts.workRecord({ id });
    expect(work.accounts).toEqual([
      { platform: 'Instagram', handle: '@maya', followers: 1_200, checkedOn: day },
      { platform: 'TikTok', handle: '@maya', followers: 300, checkedOn: null },
    ]);
  });

  it('is available as a PDF with its verification code, without brand names or amounts', async () => {
    const record = await api().createWorkRecord();
    const answer = await (await stack.asBrowser(creator))('GET', `/api/work-records/${record.id}.pdf`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="record-of-work-${record.day}.pdf"`);
    const { text } = await extractText(new Uint8Array(answer.rawPayload), { mergePages: true });
    const said = text.replaceAll(/\s+/g, ' ');
    const { work } = await api().workRecord({ id: record.id });
    for (const { title, facts } of buildWorkRecordSections(work))
      for (const words of [title, ...facts.flatMap(([label, lines]) => [label, ...lines])])
        expect(said).toContain(words.replaceAll(/\s/g, ' '));
    expect(said).toContain(`Maya Stone (@${creator.username})`);
    expect(said).toContain(record.code);
    expect(said).not.toMatch(/Secret|\$/);
  });

  it('does not contain the title of an offer, which is private to one brand', async () => {
    const { creator: other, brand } = await newBooking(stack.deps, { status: 'completed' });
    const [asOther, asBrand] = [stack.as(other), stack.as(brand)];
    const { id } = await asBrand.offers.request({
      creatorId: other.id,
      brief: 'Reels about our new tents.',
      budget: 1_500,
      requestedDay: '',
      platforms: ['instagram'],
    });
    const { versions } = await asOther.offers.answer({
      id,
      name: 'Tents of Northwind Secret',
      scope: 'Three reels of 30 seconds.',
      features: ['Three reels'],
      price: '1200.00',
      deliveryDays: 10,
      expiryDays: 14,
    });
    const { id: versionId, totalCents } = versions[0]!;
    const { bookingId, clientSecret } = await asBrand.payments.openOfferCheckout({ id, versionId, totalCents });
    await confirmCard(stack.deps, clientSecret);
    await asBrand.payments.confirmReturn({ id: bookingId });
    for (const status of ['accepted', 'in_progress', 'completed'] as const)
      await asOther.bookings.move({
        id: bookingId,
        status,
        ...(status === 'completed' && { delivery: { note: 'It is online.', links: [] } }),
      });
    const { work } = await asOther.receipts.workRecord({ id: (await asOther.receipts.createWorkRecord()).id });
    expect(work.completed).toBe(2);
    expect(work.bookings.map(({ packageName }) => packageName)).toContain(WORK_FROM_OFFER_TITLE);
    expect(JSON.stringify(work)).not.toContain('Secret');
  });

  it('is created once a day, even by simultaneous requests, and never changes', async () => {
    const records = await Promise.all(Array.from({ length: 6 }, () => api().createWorkRecord()));
    expect(new Set(records.map(({ id }) => id)).size).toBe(1);
    const before = await api().workRecord({ id: records[0]!.id });
    await stack.as(creator).profiles.saveAbout({ fullName: 'Maya Other', bio: 'New words', location: 'Lisbon' });
    expect(await api().workRecord({ id: records[0]!.id })).toEqual(before);
    expect((await check(records[0]!.code))?.kind === 'work' && (await check(records[0]!.code))).toMatchObject({
      work: { name: 'Maya Stone' },
    });
    await expect(sql`update work_record set facts = '{}'`.execute(stack.deps.db)).rejects.toThrow('append-only');
  });

  it('cannot be created without a completed booking', async () => {
    const fresh = await newCreator(stack.deps);
    await expect(stack.as(fresh).receipts.createWorkRecord()).rejects.toMatchObject({
      failure: 'WORK_RECORD_EMPTY',
      message: 'You can create a record of work once a booking is completed',
    });
    expect(await stack.as(fresh).receipts.workRecords()).toEqual([]);
  });
});

describe('the verification code of a work record', () => {
  it('reveals the whole record, but nothing if the code is altered', async () => {
    const record = await api().createWorkRecord();
    const { work } = await api().workRecord({ id: record.id });
    expect(await check(record.code.toLowerCase().replaceAll('-', ' '))).toEqual({
      kind: 'work',
      number: null,
      day: record.day,
      amountCents: null,
      refunded: null,
      work,
    });
    const last = record.code.at(-1) === 'A' ? 'B' : 'A';
    expect(await check(record.code.slice(0, -1) + last)).toBeNull();
    expect(JSON.stringify(await check(record.code))).not.toMatch(/Secret|Cents":\d|@example/);
  });

  it('is the only access for other users, who cannot download the PDF', async () => {
    const { id } = await api().createWorkRecord();
    for (const stranger of [await newCreator(stack.deps), await newBrand(stack.deps), await newAdmin(stack.deps)]) {
      const answer = await (await stack.asBrowser(stranger))('GET', `/api/work-records/${id}.pdf`);
      expect([403, 404]).toContain(answer.statusCode);
      expect(answer.headers['content-type']).toContain('json');
    }
    expect((await (await stack.asBrowser(null))('GET', `/api/work-records/${id}.pdf`)).statusCode).toBe(401);
    expect((await (await stack.asBrowser(creator))('GET', `/api/work-records/${id}.csv`)).statusCode).toBe(404);
    expect((await (await stack.asBrowser(creator))('GET', '/api/work-records/all.pdf')).statusCode).toBe(404);
  });
});

it('lists the newest bookings by month in a work record with many bookings', () => {
  const sections = buildWorkRecordSections({
    name: 'Maya',
    username: 'maya',
    since: '2025-02-03',
    completed: 1_200,
    brands: 1,
    rating: 5,
    reviewCount: 0,
    stars: [0, 0, 0, 0, 0],
    parts: [],
    clock: null,
    accounts: [],
    bookings: Array.from({ length: MAX_WORK_RECORD_BOOKINGS }, (_, at) => ({
      packageName: at < 2 ? 'Two Reels' : `Work ${at}`,
      month: at < 20 ? '2026-03' : '2026-02',
    })),
  });
  expect(sections.map(({ title }) => title)).toEqual([
    'Work',
    'Ratings from brands',
    'Responses and deadlines',
    'Latest 50 completed bookings',
  ]);
  expect(sections[0]?.facts).toContainEqual(['Completed', ['1,200 bookings']]);
  expect(sections[1]?.facts).toEqual([['Average', ['No ratings yet']]]);
  expect(sections[3]?.facts.map(([month, lines]) => [month, lines.length])).toEqual([
    ['March 2026', 19],
    ['February 2026', 30],
  ]);
  expect(sections[3]?.facts[0]?.[1].slice(0, 2)).toEqual(['Two Reels × 2', 'Work 2']);
});

it('does not create a work record for an account that is being deleted', async () => {
  const { creator: leaving } = await newBooking(stack.deps, { status: 'completed' });
  let creation: Promise<unknown> = Promise.resolve();
  await inTransaction(stack.deps, async (tx) => {
    await lockWorkspace(tx.db, leaving.id);
    creation = getRefusalCode(stack.as(leaving).receipts.createWorkRecord());
    await setTimeout(300);
    await eraseWorkspace(tx, leaving.workspaceId, stack.deps.now());
  });
  expect(await creation).toBe('USER_NOT_FOUND');
  const left = await stack.deps.db
    .selectFrom('workRecord')
    .select('id')
    .where('creatorId', '=', leaving.workspaceId)
    .execute();
  expect(left).toEqual([]);
});

it('keeps a limited number of a creator’s newest work records, and deletes them with the account', async () => {
  const { stack: own, close } = await openStack({});
  try {
    const { creator: maker } = await newBooking(own.deps, { status: 'completed' });
    const make = () => own.as(maker).receipts.createWorkRecord();
    const first = await make();
    await sql`insert into work_record (creator_id, day, created_at, facts)
      select creator_id, day - n, created_at, facts from work_record, generate_series(1, ${MAX_WORK_RECORDS - 1}) n`.execute(
      own.deps.db,
    );
    await own.advance(DAY_MS);
    const second = await make();
    const storedRecords = await own.as(maker).receipts.workRecords();
    expect(storedRecords).toHaveLength(MAX_WORK_RECORDS);
    expect(storedRecords.slice(0, 2)).toEqual([second, first]);

    const data = (await own.as(maker).personalData.export()) as { workRecords: unknown[] };
    expect(data.workRecords).toHaveLength(MAX_WORK_RECORDS);
    await own.advance(60 * DAY_MS);
    await own.settle();
    await own.as(withOldFactor(maker)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect(await own.as(null).receipts.verify({ code: second.code })).toBeNull();
    const left = await own.deps.db.selectFrom('workRecord').select('id').execute();
    expect(left).toEqual([]);
  } finally {
    await close();
  }
});
