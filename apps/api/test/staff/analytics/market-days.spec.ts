/** Compares the marketplace metrics that staff see with the bookings, accounts and ledger, on real PostgreSQL. */
import { DAY_MS, HOUR_MS } from '@marquee/time';
import { PERIODS, type CreatorSearch, type DayRange, type Period } from '@marquee/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import {
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { closeMarketDays } from '../../../src/modules/staff/analytics/market.service.ts';
import { toCountedWords } from '../../../src/modules/staff/analytics/missed-searches.service.ts';
import { runHousekeeping } from '../../../src/modules/staff/housekeeping/housekeeping.service.ts';
import { useStack } from '../../support/stack.ts';
import { waitFor } from '../../support/wait.ts';

const stack = useStack({}, { log: 'info' });
let staff: SessionUser;
/** A brand that books repeatedly. */
let loyal: SessionUser;
const admin = () => stack.as(staff).admin;
const today = () => stack.deps.now().toISOString().slice(0, 10);
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const yesterday = () => dayAfter(today(), -1);

async function one<T extends object>(sql: string, values: readonly unknown[] = []): Promise<T> {
  const { rows } = await stack.deps.pool.query<T>(sql, [...values]);
  if (rows[0] === undefined) throw new Error(`Nothing found: ${sql}`);
  return rows[0];
}

/**
 * Computes the metrics of a date range directly from the source tables, not from the events and daily totals that
 * the report uses.
 */
async function plainly({ from, to }: DayRange) {
  const within = (column: string) => `(${column} at time zone 'UTC')::date between $1::date and $2::date`;
  const counted = await one<Record<string, string>>(
    `select
      (select count(*) from booking where ${within('created_at')}) as "ordered",
      (select count(*) from booking where ${within('authorized_at')}) as "paid",
      (select count(*) from booking where ${within('accepted_at')}) as "accepted",
      (select coalesce(round(sum(extract(epoch from accepted_at - authorized_at))), 0) from booking
        where ${within('accepted_at')}) as "acceptedSeconds",
      (select count(*) from booking where cancel_reason = 'declined' and ${within('cancelled_at')}) as "declined",
      (select count(*) from booking where cancel_reason = 'not_accepted' and ${within('cancelled_at')}) as "unanswered",
      (select count(*) from booking where ${within('completed_at')}) as "completed",
      (select count(*) from dispute where ${within('opened_at')}) as "disputed",
      (select count(*) from workspace where user_type = 'influencer' and ${within('created_at')}) as "creators",
      (select count(*) from workspace where user_type = 'brand' and ${within('created_at')}) as "brands",
      (select coalesce(sum(total_cents), 0) from booking join ledger_transaction t on t.booking_id = booking.id
        and t.kind = 'capture' where ${within('t.at')}) as "capturedCents",
      (select coalesce(sum(total_cents), 0) from booking join ledger_transaction t on t.booking_id = booking.id
        and t.kind = 'release' where ${within('t.at')}) as "releasedCents",
      (select coalesce(sum(fee_cents), 0) from booking join ledger_transaction t on t.booking_id = booking.id
        and t.kind = 'release' where ${within('t.at')}) as "feesCents"`,
    [from, to],
  );
  return Object.fromEntries(Object.entries(counted).map(([name, value]) => [name, Number(value)]));
}

/**
 * Expects every interval of the period, its total and the previous period to match the metrics that `plainly`
 * computes for the same days.
 */
async function expectTrue(span: Period): Promise<void> {
  const { pieces, total, before } = await admin().market({ span });
  for (const piece of [...pieces, before]) {
    const { from, to, acceptedSeconds, ...figures } = piece;
    const { acceptedSeconds: seconds, ...plain } = await plainly({ from, to });
    expect({ from, to, ...figures }).toEqual({ from, to, ...plain });
    // The report rounds the seconds of each day, so the sums may differ slightly.
    expect(Math.abs(acceptedSeconds - (seconds ?? 0))).toBeLessThan(32);
  }
  const first = pieces[0]?.from ?? '';
  const { acceptedSeconds: _, ...sum } = await plainly({ from: first, to: pieces.at(-1)?.to ?? '' });
  expect(total).toMatchObject(sum);
}

/** Expects the cohorts to match the months in which the ledger shows captures for each brand, and returns them. */
async function expectCohorts() {
  const { rows } = await stack.deps.pool.query<{ month: string; later: number; brands: number }>(
    `with charged as (
      select distinct brand_id, date_trunc('month', t.at at time zone 'UTC') as month
      from ledger_transaction t join booking on booking.id = t.booking_id where t.kind = 'capture'
        and (t.at at time zone 'UTC')::date <= $1::date
    ), firsts as (select brand_id, min(month) as first from charged group by 1)
    select to_char(first, 'YYYY-MM') as month,
      (extract(year from age(month, first)) * 12 + extract(month from age(month, first)))::int as later,
      count(*)::int as brands from charged join firsts using (brand_id) group by 1, 2`,
    [yesterday()],
  );
  const cohorts = await admin().cohorts();
  const shown = cohorts.flatMap(({ month, brands, later }) =>
    [brands, ...later].map((count, at) => ({ month, later: at, brands: count })),
  );
  const sorted = (list: typeof rows) => list.map((row) => JSON.stringify(row)).toSorted();
  expect(sorted(shown.filter(({ brands }) => brands > 0))).toEqual(sorted(rows));
  expect(cohorts.map(({ later }) => later.length)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  return cohorts;
}

/** Creates bookings with every outcome over several days. */
async function trade(): Promise<void> {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator);
  const order = async (status: Parameters<typeof newBooking>[1] = {}) =>
    newBooking(stack.deps, { creator, packageId, ...status });
  const first = await order({ brand: loyal, status: 'completed' });
  await first.asBrand.settlements.approve({ id: first.id });
  await order({ status: 'cancelled' });
  const waits = await order();
  await stack.settle();

  await stack.pass(1.5 * DAY_MS);
  await newCreator(stack.deps);
  const problem = await order({ status: 'completed', brand: loyal });
  await problem.asBrand.disputes.reportProblem({
    id: problem.id,
    problem: 'Two of three stories are missing.',
    desiredOutcome: null,
  });
  const slow = await order();
  await stack.advance(5 * HOUR_MS);
  await slow.asCreator.bookings.move({ id: slow.id, status: 'accepted' });
  const undecided = await newBrand(stack.deps);
  await stack.as(undecided).payments.openCheckout({
    packageId,
    brandUserId: undecided.id,
    customer: { name: 'Nora', email: 'nora@example.test', projectDescription: 'It is not paid.' },
  });
  // The creator neither accepts nor declines the order `waits` before its deadline.
  await stack.pass(3 * DAY_MS);
  expect((await waits.asBrand.bookings.byId({ id: waits.id })).status).toBe('cancelled');
  await order({ status: 'accepted', brand: await newBrand(stack.deps) });
  await stack.settle();
}

beforeAll(async () => {
  staff = await newAdmin(stack.deps);
  loyal = await newBrand(stack.deps);
});

describe('the marketplace report', () => {
  it('is empty until the first day is over', async () => {
    await stack.idle();
    await closeMarketDays(stack.deps);
    expect(await admin().market({ span: '30d' })).toMatchObject({ until: null, total: { ordered: 0, brands: 0 } });
    expect(await admin().cohorts()).toEqual([]);
  });

  it('matches the bookings, accounts and ledger in every period', async () => {
    await trade();
    await stack.advance(DAY_MS);
    await runHousekeeping(stack.deps);
    const { until, total } = await admin().market({ span: '30d' });
    expect(until).toBe(yesterday());
    expect(total).toMatchObject({
      ordered: 7,
      paid: 6,
      accepted: 4,
      declined: 1,
      unanswered: 1,
      completed: 2,
      disputed: 1,
    });
    expect(total.releasedCents).toBeGreaterThan(0);
    for (const span of PERIODS) await expectTrue(span);
  });

  it('counts each day only once, even if the job computes the totals of a day again', async () => {
    const before = [await admin().market({ span: '12m' }), await admin().cohorts()];
    await Promise.all([closeMarketDays(stack.deps), closeMarketDays(stack.deps), runHousekeeping(stack.deps)]);
    expect([await admin().market({ span: '12m' }), await admin().cohorts()]).toEqual(before);
    // The next run of the job computes the totals of the last two days again.
    await stack.pass(DAY_MS);
    await closeMarketDays(stack.deps);
    for (const span of PERIODS) await expectTrue(span);
    await expectCohorts();
  });

  it('includes rows that are written after the totals of their day were computed', async () => {
    const late = new Date(stack.deps.now().getTime() - DAY_MS);
    await newCreator({ ...stack.deps, now: () => late });
    await stack.pass(DAY_MS);
    await closeMarketDays(stack.deps);
    const { pieces } = await admin().market({ span: '30d' });
    expect(pieces.find(({ from }) => from === late.toISOString().slice(0, 10))?.creators).toBe(1);
    await expectTrue('30d');
  });

  it('is corrected by the next run of the job if the clock was ahead during the previous run', async () => {
    const before = await admin().market({ span: '12m' });
    const ahead = new Date(stack.deps.now().getTime() + 20 * DAY_MS);
    await closeMarketDays({ ...stack.deps, now: () => ahead });
    expect((await admin().market({ span: '12m' })).until).toBe(dayAfter(yesterday(), 20));
    await closeMarketDays(stack.deps);
    expect(await admin().market({ span: '12m' })).toEqual(before);
  });

  it('catches up one month per run if the job has not run for weeks', async () => {
    await stack.stopWorker();
    const until = yesterday();
    await stack.advance(40 * DAY_MS);
    expect((await admin().market({ span: '30d' })).until).toBe(until);
    expect(await closeMarketDays(stack.deps)).toBe(true);
    expect((await admin().market({ span: '30d' })).until).toBe(dayAfter(until, 31));
    expect(await closeMarketDays(stack.deps)).toBe(false);
    expect((await admin().market({ span: '30d' })).until).toBe(yesterday());
    await stack.startWorker();
    for (const span of PERIODS) await expectTrue(span);
  });
});

describe('the cohort report', () => {
  it('groups brands by the month of their first charge and counts each once in every later month with a charge', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { id: packageId } = await newPackage(stack.deps, creator);
    for (const brand of [loyal, loyal, await newBrand(stack.deps)])
      await newBooking(stack.deps, { creator, packageId, brand, status: 'in_progress' });
    await stack.settle();
    await stack.pass(33 * DAY_MS);
    await newBooking(stack.deps, { creator, packageId, brand: loyal, status: 'accepted' });
    await stack.settle();
    await stack.stopWorker();
    await stack.advance(DAY_MS);
    while (await closeMarketDays(stack.deps));
    const cohorts = await expectCohorts();
    const first = cohorts.find(({ brands }) => brands > 0);
    expect(first?.later.filter((brands) => brands > 0).length).toBeGreaterThan(1);
    await stack.startWorker();
  });
});

/** Returns how often each search text was recorded. */
async function counted(): Promise<Record<string, number>> {
  const { rows } = await stack.deps.pool.query<{ query: string; count: string }>(
    'select query, sum(count) as count from unmatched_search group by query order by query',
  );
  return Object.fromEntries(rows.map(({ query, count }) => [query, Number(count)]));
}

describe('the list of searches without a result', () => {
  const search = (input: CreatorSearch) => stack.as(null).discovery.search(input);

  it('contains searches made at least three times, but none that failed only because of a filter or that contain personal data', async () => {
    const none = 'Zzyzx  Falconry ';
    for (const query of [none, 'zzyzx falconry', 'ZZYZX FALCONRY', 'qqqq only twice', 'qqqq only twice'])
      expect((await search({ query })).total?.count).toBe(0);
    await search({ query: 'zzyzx filtered', maxBudget: 10 });
    await search({ query: 'zzyzx someone@example.test' });
    await search({});
    const { items } = await search({ query: 'reel' });
    expect(items.length).toBeGreaterThan(0);
    await waitFor(async () => expect(await counted()).toEqual({ 'zzyzx falconry': 3, 'qqqq only twice': 2 }));
    expect(await admin().missedSearches()).toEqual([{ query: 'zzyzx falconry', count: 3, lastDay: today() }]);
  });

  it('contains only the fifty most frequent searches of the last thirty days', async () => {
    await stack.deps.pool.query(
      `insert into unmatched_search (day, query, count)
       select $1::date - 10, 'many ' || n, 3 + n from generate_series(1, 60) n union all select $1::date - 31, 'old', 99`,
      [today()],
    );
    const shown = await admin().missedSearches();
    expect(shown).toHaveLength(50);
    expect(shown[0]).toMatchObject({ query: 'many 60', count: 63 });
    expect(shown.map(({ query }) => query)).not.toContain('old');
  });

  it('grows by at most two thousand different searches a day', async () => {
    await stack.deps.pool.query('delete from unmatched_search');
    await stack.deps.pool.query(
      `insert into unmatched_search (day, query, count) select $1::date, 'word ' || n, 1 from generate_series(1, 2000) n`,
      [today()],
    );
    await search({ query: 'zzyzx another' });
    await search({ query: 'word 17' });
    await waitFor(async () => expect((await counted())['word 17']).toBe(2));
    expect(Object.keys(await counted())).toHaveLength(2_000);
  });

  it('does not affect the search itself if the search cannot be recorded in the list', async () => {
    await stack.deps.pool.query('alter table unmatched_search rename to away');
    expect((await search({ query: 'zzyzx unheard' })).items).toEqual([]);
    await waitFor(() => expect(stack.logged.join('')).toContain('failed to count a search without results'));
    await stack.deps.pool.query('alter table away rename to unmatched_search');
  });

  it.each([
    ['  Unboxing\t of   Ｔents ', 'unboxing of tents'],
    ['', null],
    ['   ', null],
    ['maya@example.test', null],
    ['mail maya@example.test please', null],
    ['https://example.test/x', null],
    ['www.example', null],
    ['example.com/me', null],
    ['see example.org', null],
    ['12345', null],
    ['order 9876543', null],
    ['+49 170 123 45 67', null],
    ['top 100 of 2026', 'top 100 of 2026'],
    ['@maya', '@maya'],
    ['e. g. hiking', 'e. g. hiking'],
    ['a'.repeat(90), 'a'.repeat(60)],
  ])('normalizes the search text %j, or leaves it out if it is blank or looks like personal data', (text, kept) => {
    expect(toCountedWords(text)).toBe(kept);
  });
});

it('refuses the marketplace reports to everyone except staff', async () => {
  for (const user of [null, await newCreator(stack.deps), await newBrand(stack.deps)]) {
    const { admin: refused } = stack.as(user);
    const code = user === null ? 'UNAUTHORIZED' : 'FORBIDDEN';
    await expect(refused.market({ span: '12m' })).rejects.toMatchObject({ code });
    await expect(refused.cohorts()).rejects.toMatchObject({ code });
    await expect(refused.missedSearches()).rejects.toMatchObject({ code });
  }
});
