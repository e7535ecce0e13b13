import type { DayRange } from '@marquee/validation';
import { sql } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** Marketplace totals of one day. */
export interface MarketDayFigures extends Omit<Database['marketDay'], 'day'> {
  /** Amount charged to cards. */
  capturedCents: number;
  /** Amount released to creators and to the platform as fees. */
  releasedCents: number;
  feesCents: number;
}

/**
 * Stores the totals of up to `most` past days (UTC) that do not have totals yet. Returns the number of such days
 * that remain.
 */
export async function runCloseMarketDays(db: Db, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ remaining: number }>`
    select close_market_days(${now.toISOString().slice(0, 10)}::date, ${most}::int) as remaining`.execute(db);
  return rows[0]?.remaining ?? 0;
}

/** Returns the last day with totals, or null. */
export async function findLastMarketDay(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('marketClose')
    .select(sql<string | null>`(until - 1)::text`.as('day'))
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Lists the days in the range that have totals, with the amounts from the ledger. */
export const listMarketDays = async (db: Db, { from, to }: DayRange): Promise<({ day: string } & MarketDayFigures)[]> =>
  (
    await sql<{ day: string } & MarketDayFigures>`
      with money as (
        select day,
          sum(cents) filter (where account = 'processor' and kind = 'capture') as captured,
          sum(cents) filter (where account in ('creator', 'held') and kind = 'release') as released,
          -sum(cents) filter (where account = 'fee') as fees
        from ledger_day where day between ${from}::date and ${to}::date group by day
      )
      select day::text, ordered, paid, accepted, accepted_seconds, declined, unanswered, completed, disputed, creators, brands,
        coalesce(captured, 0)::int8 as captured_cents, coalesce(released, 0)::int8 as released_cents, coalesce(fees, 0)::int8 as fees_cents
      from market_day left join money using (day) where day between ${from}::date and ${to}::date`.execute(db)
  ).rows;

/**
 * Counts, per pair of months, the brands that were first charged in `firstMonth` and charged again `later` months
 * after it. Starts with the month `from` and counts up to `most` months after a first charge. `later` is 0 for the
 * first month itself.
 */
export const listBrandCohorts = (db: Db, from: string, most: number) =>
  db
    .selectFrom('brandCohort')
    .select([sql<string>`first_month::text`.as('firstMonth'), 'later', 'brands'])
    .where('firstMonth', '>=', sql<string>`${from}::date`)
    .where('later', '<=', most)
    .orderBy('firstMonth')
    .orderBy('later')
    .execute();
