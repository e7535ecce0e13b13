import type { WorkspaceId } from '@marquee/contracts';
import type { DayRange } from '@marquee/validation';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { IS_SPENDING_BOOKING, SPENT_CENTS } from '../../../db/spending.ts';

/** A user's earnings or spending on one day (UTC). */
export interface MoneyDay {
  day: string;
  /**
   * For a creator, the amount earned in cents. For a brand, the amount spent in cents, minus refunds. Negative if
   * more money was taken back on this day than was earned or spent.
   */
  cents: number;
  /** For a creator, the amount paid out in cents. For a brand, the number of paid bookings. */
  more: number;
}

/** Lists a creator's earnings and payouts per day, from the read model `creator_day`. */
export const listEarningDays = async (db: Db, creatorId: WorkspaceId, { from, to }: DayRange): Promise<MoneyDay[]> =>
  (
    await sql<MoneyDay>`
      select day::text, earned_cents as cents, paid_out_cents as more from creator_day
      where creator_id = ${creatorId} and day between ${from}::date and ${to}::date`.execute(db)
  ).rows;

/**
 * Lists a brand's spending and paid bookings by day of acceptance, because acceptance charges the card. Counts the
 * same bookings and refunds as `sumSpending`.
 */
export const listSpendingDays = async (db: Db, brandId: WorkspaceId, { from, to }: DayRange): Promise<MoneyDay[]> =>
  (
    await sql<MoneyDay>`
      select (accepted_at at time zone 'UTC')::date::text as day, sum(${SPENT_CENTS})::int8 as cents, count(*)::int as more
      from booking
      where brand_id = ${brandId} and ${IS_SPENDING_BOOKING} and accepted_at >= ${from}::date::timestamp at time zone 'UTC'
        and accepted_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      group by 1`.execute(db)
  ).rows;
