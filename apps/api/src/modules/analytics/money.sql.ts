import type { DayRange } from '@marquee/validation';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { IS_SPENDING_BOOKING, SPENT_CENTS } from '../bookings/spending.sql.ts';

/** What moved on a day (UTC). */
export interface MoneyDay {
  day: string;
  /** Of a creator: earned and kept. Of a brand: spent, less what came back. In cents; less than nothing came back. */
  cents: number;
  /** Of a creator: paid out, in cents. Of a brand: bookings that were paid. */
  more: number;
}

/** A creator's money per day, from the read model `creator_day`. */
export const listEarningDays = async (db: Db, creatorId: string, { from, to }: DayRange): Promise<MoneyDay[]> =>
  (
    await sql<MoneyDay>`
      select day::text, earned_cents as cents, paid_out_cents as more from creator_day
      where creator_id = ${creatorId} and day between ${from}::date and ${to}::date`.execute(db)
  ).rows;

/**
 * What a brand's bookings came to by the day of their acceptance, which is when its card was charged, and how many were
 * paid; the same bookings and refunds as in its sums (`sumSpending`).
 */
export const listSpendingDays = async (db: Db, brandId: string, { from, to }: DayRange): Promise<MoneyDay[]> =>
  (
    await sql<MoneyDay>`
      select (accepted_at at time zone 'UTC')::date::text as day, sum(${SPENT_CENTS})::int8 as cents, count(*)::int as more
      from booking
      where brand_id = ${brandId} and ${IS_SPENDING_BOOKING} and accepted_at >= ${from}::date::timestamp at time zone 'UTC'
        and accepted_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      group by 1`.execute(db)
  ).rows;
