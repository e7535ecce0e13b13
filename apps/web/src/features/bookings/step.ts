import { cancelSentence, isRefusal } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { failureOf, messageOf } from '../../lib/errors.ts';
import { data, trpc } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { adoptBooking, type Booking } from './booking.ts';

/** What a step of a booking does with the server's answer: adopts the booking and says what happened, or why not. */
export const step = (
  booking: Booking,
  title: string,
  sentence: (after: Booking) => string,
  fallback = 'This did not work',
) => ({
  onSuccess: (after: Booking) => {
    adoptBooking(after);
    notify(title, sentence(after));
  },
  onError: (error: unknown) => reloadAfter(error, booking.id, fallback),
});

/** Moves a booking and adopts what the server says it is now. */
export function useMoveBooking(booking: Booking) {
  return trpc.bookings.move.useMutation({
    onSuccess: (moved, { status }) => {
      adoptBooking(moved);
      if (moved.status === status) notify(`Booking status updated to ${moved.status}`);
      // Accepted, but the card was refused: the booking ended instead.
      else
        notify(
          'Error',
          `${cancelSentence(moved.cancelReason ?? 'payment_failed', 'creator')} The booking was cancelled.`,
        );
    },
    onError: (error) => reloadAfter(error, booking.id, 'Failed to update booking status'),
  });
}

/** Says why a change was refused; where the booking has moved on, shows what it is now, and says so. */
async function reloadAfter(error: unknown, bookingId: string, fallback: string): Promise<void> {
  const failure = failureOf(error);
  // The rulebook refuses what the page had offered: what it shows is out of date.
  if (failure === null || !isRefusal(failure) || failure === 'BOOKING_NOT_FOUND') return tellFailure(error, fallback);
  await data.bookings.byId.invalidate({ id: bookingId });
  const reason =
    failure === 'BOOKING_MOVE_REFUSED'
      ? 'The booking has moved on.'
      : `${messageOf(error, fallback).replace(/\.$/, '')}.`;
  notify('Error', `${reason} This page now shows where it stands.`);
}

/** Where a refund in full stands. */
export function refundSentence(booking: Booking): string {
  const total = formatDollars(booking.totalCents);
  const to = booking.viewer === 'brand' ? 'to your card' : 'to the brand';
  return booking.paymentState === 'refunded' ? `${total} went back ${to}.` : `${total} is on its way back ${to}.`;
}
