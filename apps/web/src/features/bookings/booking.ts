/** What the screens know of a booking: its shape, the other side, what it is worth to the viewer. */
import {
  PAYMENT_LABELS,
  type CancelReason,
  type Decision,
  type DisputeKind,
  type PaymentState,
} from '@marquee/booking';
import { data, type Outputs } from '../../trpc.ts';

export type Booking = Outputs['bookings']['byId'];
export type BookingRow = Outputs['bookings']['list']['items'][number];
export type Side = Booking['viewer'];

/** Adopts the server's answer about a booking. */
export const adoptBooking = (booking: Booking): void => data.bookings.byId.setData({ id: booking.id }, booking);

/** Stripe is at work; how it went is known within seconds. */
export const isSettling = (booking: {
  status: Booking['status'];
  paymentState: PaymentState;
  blockedReason: string | null;
}): boolean =>
  booking.paymentState === 'capturing' ||
  booking.paymentState === 'refunding' ||
  (booking.paymentState === 'releasing' && booking.blockedReason === null) ||
  (booking.paymentState === 'authorized' && booking.status === 'cancelled');

/** Where the money is, in words for one side. */
export function paymentLabel(
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
export const otherName = (booking: { creatorName: string; brandName: string }, side: Side): string =>
  side === 'creator' ? booking.brandName : booking.creatorName;

/** An unpaid booking that can still be paid. */
export const isPayable = (booking: { status: Booking['status']; paymentState: PaymentState }): boolean =>
  booking.status === 'pending' && booking.paymentState === 'requires_payment';

/** What events carry; the API's events.ts says which kind carries what. */
export interface EventData {
  totalCents: number;
  creatorCents: number;
  feeCents: number;
  refundCents: number;
  amountCents: number;
  to: Booking['status'];
  /** Of a lapse or cancellation. Requests and decisions carry a reason in somebody's words. */
  reason: CancelReason;
  by: 'brand' | 'agreement' | 'timer' | 'staff';
  kind: DisputeKind;
  decision: Decision;
  status: Booking['status'];
  acceptBy: string;
  releaseAt: string;
}
