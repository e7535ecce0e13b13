/** Defines which bookings count toward a brand's spending, and their amounts. */
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/**
 * Matches bookings whose card was charged and whose refund, if any, is partial or not complete yet. An index covers
 * these bookings.
 */
export const IS_SPENDING_BOOKING = sql<boolean>`payment_state in ('held', 'releasing', 'released', 'refunding', 'split', 'disputed')`;

/**
 * The cents spent on a booking that matches `IS_SPENDING_BOOKING`. A refund is subtracted even before it is
 * complete, because a split booking is in the state `releasing` until the creator's part is paid.
 */
export const SPENT_CENTS = sql<number>`(total_cents - refund_cents)`;

/** Sums a brand's charges minus completed and pending refunds, in cents, in total and since `monthStart`. */
export async function sumSpending(
  db: Db,
  brandId: string,
  monthStart: Date,
): Promise<{ totalCents: number; thisMonthCents: number }> {
  const { rows } = await sql<{ totalCents: number; thisMonthCents: number }>`
    select coalesce(sum(${SPENT_CENTS}), 0)::int8 as total_cents,
      coalesce(sum(${SPENT_CENTS}) filter (where accepted_at >= ${monthStart}), 0)::int8 as this_month_cents
    from booking where brand_id = ${brandId} and ${IS_SPENDING_BOOKING}`.execute(db);
  return rows[0] ?? { totalCents: 0, thisMonthCents: 0 };
}
