import {
  canPerformAction,
  PAYMENT_LABELS,
  REFUND_ACTIONS,
  type BookingAction,
  type PaymentState,
  type Side,
} from '@marquee/booking';
import { hasPermission } from '@marquee/contracts';
import { useUser } from '../../../session.ts';
import { queryUtils, type RouterOutputs } from '../../../trpc.ts';
import { useNow } from '../../../lib/readerClock.ts';

export type BookingDetails = RouterOutputs['bookings']['byId'];
export type BookingListItem = RouterOutputs['bookings']['list']['items'][number];

export const cacheBooking = (booking: BookingDetails): void =>
  queryUtils.bookings.byId.setData({ id: booking.id }, booking);

/** Returns the label of the payment state, as the brand or the creator sees it. */
export function getPaymentLabel(
  booking: { paymentState: PaymentState; blockedReason: string | null },
  side: Side,
): string {
  const isCreator = side === 'creator';
  if (booking.paymentState === 'releasing' && booking.blockedReason !== null)
    return booking.blockedReason !== 'payout_setup'
      ? 'Payout on hold for a security check'
      : isCreator
        ? 'Payout waiting for your payout setup'
        : 'Payout waiting for the creator’s payout setup';
  if (booking.paymentState === 'released' && isCreator) return 'Paid out to you';
  if (booking.paymentState === 'refunded' && !isCreator) return 'Refunded to you';
  return PAYMENT_LABELS[booking.paymentState];
}

export const getOtherName = (booking: { creatorName: string; brandName: string }, side: Side): string =>
  side === 'creator' ? booking.brandName : booking.creatorName;

/** Returns whether the viewer may agree to refunds, which the people of a creator's agency may not. */
export const useMayAgreeToRefunds = (): boolean => hasPermission(useUser()?.memberRole ?? 'viewer', 'refunds.agree');

/** Returns a function that tells whether the viewer may currently take an action. */
export function useAllowedActions(booking: BookingDetails): (action: BookingAction) => boolean {
  const now = new Date(useNow());
  const mayAgreeToRefunds = useMayAgreeToRefunds();
  return (action) =>
    (mayAgreeToRefunds || !REFUND_ACTIONS.includes(action)) &&
    canPerformAction(action, booking.facts, booking.viewer, now);
}
