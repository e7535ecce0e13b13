/**
 * Compares the two implementations of a creator's earliest start day over generated cases, on real PostgreSQL:
 * `computeEarliestStart` for one creator, and the database function `starts_by` for whole lists.
 */
import { computeEarliestStart, MAX_START_DAYS, type AvailabilitySettings } from '@marquee/booking';
import { addDaysToDay, toDayInZone, HOUR_MS } from '@marquee/time';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBooking, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

interface Case {
  moment: Date;
  timeZone: string | null;
  settings: AvailabilitySettings;
  /** Deadlines of the bookings in progress, in hours from `moment`. */
  dueHours: readonly number[];
  /**
   * `pending` is the number of unanswered orders. `offered`, `expired` and `waiting` are the numbers of waiting-list
   * entries with an open offer, with an expired offer and without an offer.
   */
  pending: number;
  offered: number;
  expired: number;
  waiting: number;
}

/** Number of bookings that the tests create in each status. Each case uses at most that many of them. */
const MOST = { inProgress: 4, pending: 2 };
let creatorId = '';
let otherId = '';
const ids = { inProgress: [] as string[], pending: [] as string[] };

beforeAll(async () => {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator);
  creatorId = creator.id;
  otherId = (await newPayableCreator(stack.deps)).id;
  const book = async (status: 'in_progress' | 'pending') =>
    (await newBooking(stack.deps, { creator, packageId, status })).id;
  while (ids.inProgress.length < MOST.inProgress) ids.inProgress.push(await book('in_progress'));
  while (ids.pending.length < MOST.pending) ids.pending.push(await book('pending'));
});

/** Returns, for each of `days`, whether `starts_by` finds that the creator could start by that day. */
async function startsBy(given: Case, days: readonly string[]): Promise<boolean[]> {
  const { moment, timeZone, settings, dueHours, pending, offered, expired, waiting } = given;
  const client = await stack.deps.pool.connect();
  try {
    await client.query('begin');
    // Disables triggers, so that a case can be written to the tables directly.
    await client.query('set local session_replication_role = replica');
    await client.query('update workspace set time_zone = $2 where id = $1', [creatorId, timeZone]);
    await client.query('insert into creator_availability values ($1, $2, $3, $4)', [
      creatorId,
      settings.maxBookings,
      settings.leadDays,
      moment,
    ]);
    for (const [at, { first, last }] of settings.timeOff.entries())
      await client.query('insert into time_off values ($1, $2, $3, $4)', [creatorId, at + 1, first, last]);
    await client.query('update booking set creator_id = $1', [otherId]);
    for (const [at, hours] of dueHours.entries())
      await client.query('update booking set creator_id = $1, due_at = $2 where id = $3', [
        creatorId,
        new Date(moment.getTime() + hours * HOUR_MS),
        ids.inProgress[at],
      ]);
    await client.query('update booking set creator_id = $1 where id = any($2::uuid[])', [
      creatorId,
      ids.pending.slice(0, pending),
    ]);
    const join = (count: number, expiresInHours: number | null) =>
      client.query(
        `insert into waiting_list_entry (creator_id, brand_id, package_name, price_cents, joined_at, offered_at, expires_at)
          select $1, gen_random_uuid(), 'A reel', 1000, $2::timestamptz, $3::timestamptz - interval '1 day', $3
          from generate_series(1, $4)`,
        [
          creatorId,
          moment,
          expiresInHours === null ? null : new Date(moment.getTime() + expiresInHours * HOUR_MS),
          count,
        ],
      );
    await join(offered, 1);
    await join(expired, -1);
    await join(waiting, null);
    const { rows } = await client.query<{ starts: boolean }>(
      `select starts_by($1, day::date, $2) as starts from unnest($3::text[]) with ordinality as days (day, place)
        order by place`,
      [creatorId, moment, days],
    );
    return rows.map(({ starts }) => starts);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Expects both implementations to agree on the earliest start day. Returns that day, or null if there is none. */
async function compare(given: Case): Promise<string | null> {
  const { moment, timeZone, settings, dueHours, pending, offered, waiting } = given;
  const dueDays = dueHours.map((hours) => toDayInZone(new Date(moment.getTime() + hours * HOUR_MS), timeZone));
  const occupancy = { taken: dueHours.length + pending + offered, ahead: waiting, dueDays };
  const expected = computeEarliestStart(settings, occupancy, toDayInZone(moment, timeZone));
  if (expected === null)
    expect(await startsBy(given, [addDaysToDay(toDayInZone(moment, timeZone), 2_000)])).toEqual([false]);
  else expect(await startsBy(given, [addDaysToDay(expected, -1), expected])).toEqual([false, true]);
  return expected;
}

const MOMENT = new Date('2026-11-25T12:00:00Z');
const FREE: Case = {
  moment: MOMENT,
  timeZone: null,
  settings: { maxBookings: null, leadDays: 0, timeOff: [] },
  dueHours: [],
  pending: 0,
  offered: 0,
  expired: 0,
  waiting: 0,
};

const cases: fc.Arbitrary<Case> = fc
  .record({
    minutes: fc.integer({ min: 0, max: 2 * 366 * 24 * 60 }),
    timeZone: fc.constantFrom(null, 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'),
    maxBookings: fc.option(fc.integer({ min: 1, max: 5 })),
    leadDays: fc.integer({ min: 0, max: 60 }),
    // Periods of time off may overlap, be adjacent, lie in the past, or end near the last day on which work may
    // start.
    timeOff: fc.array(fc.tuple(fc.integer({ min: -10, max: 100 }), fc.integer({ min: 0, max: 60 })), { maxLength: 4 }),
    dueHours: fc.array(fc.integer({ min: -100, max: 1_000 }), { maxLength: MOST.inProgress }),
    pending: fc.nat(MOST.pending),
    offered: fc.nat(1),
    expired: fc.nat(1),
    waiting: fc.nat(2),
  })
  .map(({ minutes, maxBookings, leadDays, timeOff, ...given }) => {
    const moment = new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000);
    const today = toDayInZone(moment, given.timeZone);
    const off = timeOff.map(([from, days]) => ({
      first: addDaysToDay(today, from),
      last: addDaysToDay(today, from + days),
    }));
    return { ...given, moment, settings: { maxBookings, leadDays, timeOff: off } };
  });

describe('the earliest start day of a creator', () => {
  it('is the same in TypeScript and in the database', async () => {
    const seen = { free: 0, known: 0, unknown: 0 };
    await fc.assert(
      fc.asyncProperty(cases, async (given) => {
        const day = await compare(given);
        const { leadDays } = given.settings;
        const isFree = day === addDaysToDay(toDayInZone(given.moment, given.timeZone), leadDays);
        seen[day === null ? 'unknown' : isFree ? 'free' : 'known'] += 1;
      }),
      { numRuns: 400 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  });

  it.each([
    [MAX_START_DAYS, MAX_START_DAYS],
    // The creator takes orders from the first working day on, so the lead time of five days begins on that day.
    [MAX_START_DAYS + 1, MAX_START_DAYS + 6],
  ])(
    'has the same limit in TypeScript and in the database: if day %i is the first working day, work can start on day %i',
    async (firstDay, expected) => {
      const today = toDayInZone(MOMENT, null);
      const timeOff = [{ first: addDaysToDay(today, 3), last: addDaysToDay(today, firstDay - 1) }];
      const day = await compare({ ...FREE, settings: { maxBookings: null, leadDays: 5, timeOff } });
      expect(day).toBe(addDaysToDay(today, expected));
    },
  );
});
