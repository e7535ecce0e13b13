import { describeCancelReason, isBookingRefusal } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { getFailureCode, getErrorMessage } from '../../../lib/errors.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { cacheBooking, type BookingDetails } from './booking.ts';
import { CHANGE_NOT_SAVED } from './bookings.words.ts';

/** Returns mutation options that cache the updated booking and show the result or the error in a toast. */
export const createBookingMutation = (
  booking: BookingDetails,
  title: string,
  sentence: (after: BookingDetails) => string,
  fallback = CHANGE_NOT_SAVED,
) => ({
  onSuccess: (after: BookingDetails) => {
    cacheBooking(after);
    notify(title, sentence(after));
  },
  onError: (error: unknown) => handleBookingError(error, booking.id, fallback),
});

export function useMoveBooking(booking: BookingDetails) {
  return trpc.bookings.move.useMutation({
    onSuccess: (moved, { status }) => {
      cacheBooking(moved);
      if (moved.status === status) notify(`Booking status updated to ${moved.status}`);
      // The creator accepted, but the card could not be charged, so the booking was cancelled.
      else
        notify(
          'Error',
          `${describeCancelReason(moved.cancelReason ?? 'payment_failed', 'creator')} The booking was cancelled.`,
        );
    },
    onError: (error) => handleBookingError(error, booking.id, 'Failed to update booking status'),
  });
}

/**
 * Shows the error in a toast. If the booking has changed since the page was loaded, tells the user and reloads the
 * booking.
 */
async function handleBookingError(error: unknown, bookingId: string, fallback: string): Promise<void> {
  const failure = getFailureCode(error);
  // A booking refusal means that the page is out of date, because it offered an action that the booking's state no
  // longer allows.
  if (failure === null || !isBookingRefusal(failure) || failure === 'BOOKING_NOT_FOUND')
    return notifyFailure(error, fallback);
  await queryUtils.bookings.byId.invalidate({ id: bookingId });
  const reason =
    failure === 'BOOKING_MOVE_REFUSED'
      ? 'This booking has changed.'
      : `${getErrorMessage(error, fallback).replace(/\.$/, '')}.`;
  notify('Error', `${reason} The page now shows its current state.`);
}

/** Describes a full refund and whether it is completed or still on its way. */
export function describeRefund(booking: BookingDetails): string {
  const total = formatDollars(booking.totalCents);
  const to = booking.viewer === 'brand' ? 'to your card' : 'to the brand';
  return booking.paymentState === 'refunded'
    ? `We refunded ${total} ${to}.`
    : `The refund of ${total} ${to} is on its way.`;
}
