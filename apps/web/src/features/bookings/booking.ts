/** What the screens know of a booking: its shape, the other side, what it is worth to the viewer. */
import { canPerformAction, PAYMENT_LABELS, type BookingAction, type PaymentState, type Side } from '@marquee/booking';
import { queryUtils, type RouterOutputs } from '../../trpc.ts';
import { useNow } from '../../lib/readerClock.ts';

export type BookingDetails = RouterOutputs['bookings']['byId'];
export type BookingListItem = RouterOutputs['bookings']['list']['items'][number];

/** Adopts the server's answer about a booking. */
export const cacheBooking = (booking: BookingDetails): void =>
  queryUtils.bookings.byId.setData({ id: booking.id }, booking);

/** Where the money is, in words for one side. */
export function getPaymentLabel(
  booking: { paymentState: PaymentState; blockedReason: string | null },
  side: Side,
): string {
  const isCreator = side === 'creator';
  if (booking.paymentState === 'releasing' && booking.blockedReason !== null)
    return isCreator ? 'Payout waiting for your payout setup' : 'Payout waiting for the creator’s payout setup';
  if (booking.paymentState === 'released' && isCreator) return 'Paid out to you';
  if (booking.paymentState === 'refunded' && !isCreator) return 'Refunded to you';
  return PAYMENT_LABELS[booking.paymentState];
}

/** The other party's name. */
export const getOtherName = (booking: { creatorName: string; brandName: string }, side: Side): string =>
  side === 'creator' ? booking.brandName : booking.creatorName;

/** What the viewer may do with a booking at this moment. */
export function useAllowedActions(booking: BookingDetails): (action: BookingAction) => boolean {
  const now = new Date(useNow());
  return (action) => canPerformAction(action, booking.facts, booking.viewer, now);
}
