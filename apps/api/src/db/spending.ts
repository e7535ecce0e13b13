/** Defines which bookings count toward a brand's spending, and their amounts. */
import { sql } from 'kysely';

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
