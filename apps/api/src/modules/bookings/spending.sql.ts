/** What brands spend: one statement of which bookings count, and for how much. */
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** Bookings whose card was charged and not given all of it back. An index of them answers what a brand spent. */
export const IS_SPENDING_BOOKING = sql<boolean>`payment_state in ('held', 'releasing', 'released', 'refunding', 'split', 'disputed')`;

/**
 * What such a booking came to, in cents. What its settlement gives back counts in each of these states: a split is
 * releasing while the creator's part waits.
 */
export const SPENT_CENTS = sql<number>`(total_cents - refund_cents)`;

/** What a brand has paid (charged cards, less what was or is being refunded), in cents: all and since `monthStart`. */
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
