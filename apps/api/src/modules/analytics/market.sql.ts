import type { DayRange } from '@marquee/validation';
import { sql } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** What happened in the marketplace in some days. */
export interface MarketDayFigures extends Omit<Database['marketDay'], 'day'> {
  /** Of the ledger, in cents: what cards were charged, what was paid out with its fees, and those fees. */
  capturedCents: number;
  releasedCents: number;
  feesCents: number;
}

/**
 * Counts the days (UTC) before the one of `now` that are not counted yet, at most `most` of them; returns how many are
 * left.
 */
export async function runCloseMarketDays(db: Db, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ remaining: number }>`
    select close_market_days(${now.toISOString().slice(0, 10)}::date, ${most}::int) as remaining`.execute(db);
  return rows[0]?.remaining ?? 0;
}

/** The last day that is counted; null when there is none. */
export async function findLastMarketDay(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('marketClose')
    .select(sql<string | null>`(until - 1)::text`.as('day'))
    .executeTakeFirst();
  return row?.day ?? null;
}

/** The counted days from one to another, each with what the ledger's sums say of it; at most a row for each day. */
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

/** Of the brands first charged in a month since `from`: how many were charged so many months later, at most `most`. */
export const listBrandCohorts = (db: Db, from: string, most: number) =>
  db
    .selectFrom('brandCohort')
    .select([sql<string>`first_month::text`.as('firstMonth'), 'later', 'brands'])
    .where('firstMonth', '>=', sql<string>`${from}::date`)
    .where('later', '<=', most)
    .orderBy('firstMonth')
    .orderBy('later')
    .execute();
