import { formatDollars } from '@marquee/money';
import type { Booking } from './booking.ts';

/** Where a refund in full stands. */
export function refundSentence(booking: Booking): string {
  const total = formatDollars(booking.totalCents);
  const to = booking.viewer === 'brand' ? 'to your card' : 'to the brand';
  return booking.paymentState === 'refunded' ? `${total} went back ${to}.` : `${total} is on its way back ${to}.`;
}
