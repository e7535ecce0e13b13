import type { DayRange } from '@marquee/validation';
import { sql } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** Figures of the marketplace for one day. */
export interface MarketDayFigures extends Omit<Database['marketDay'], 'day'> {
  /** From the ledger, in cents: charged to cards, paid out including fees, and the fees. */
  capturedCents: number;
  releasedCents: number;
  feesCents: number;
}

/**
 * Computes the figures of up to `most` past days (UTC) that are still missing. Returns the number of days that
 * remain.
 */
export async function runCloseMarketDays(db: Db, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ remaining: number }>`
    select close_market_days(${now.toISOString().slice(0, 10)}::date, ${most}::int) as remaining`.execute(db);
  return rows[0]?.remaining ?? 0;
}

/** Returns the last day with figures, or null if there is none. */
export async function findLastMarketDay(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('marketClose')
    .select(sql<string | null>`(until - 1)::text`.as('day'))
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Lists the days of a range that have figures, with the sums of the ledger. */
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
 * Lists, for each month since `from`, the number of brands that were first charged in it and charged again up to
 * `most` months later.
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
