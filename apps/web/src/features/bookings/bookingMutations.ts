import { describeCancelReason, isBookingRefusal } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { getFailureCode, getErrorMessage } from '../../lib/errors.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { notify } from '../../lib/notify.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { cacheBooking, type BookingDetails } from './booking.ts';

/** Returns mutation options that cache the returned booking and show a toast with the result or the error. */
export const createBookingMutation = (
  booking: BookingDetails,
  title: string,
  sentence: (after: BookingDetails) => string,
  fallback = 'This did not work',
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
      // The creator accepted, but the capture failed, so the booking ended.
      else
        notify(
          'Error',
          `${describeCancelReason(moved.cancelReason ?? 'payment_failed', 'creator')} The booking was cancelled.`,
        );
    },
    onError: (error) => handleBookingError(error, booking.id, 'Failed to update booking status'),
  });
}

/** Shows why an action failed. If the booking has changed in the meantime, loads it again and says so. */
async function handleBookingError(error: unknown, bookingId: string, fallback: string): Promise<void> {
  const failure = getFailureCode(error);
  // The page offered an action that the rules no longer allow, so the page is out of date.
  if (failure === null || !isBookingRefusal(failure) || failure === 'BOOKING_NOT_FOUND')
    return notifyFailure(error, fallback);
  await queryUtils.bookings.byId.invalidate({ id: bookingId });
  const reason =
    failure === 'BOOKING_MOVE_REFUSED'
      ? 'The booking has moved on.'
      : `${getErrorMessage(error, fallback).replace(/\.$/, '')}.`;
  notify('Error', `${reason} This page now shows where it stands.`);
}

/** Describes the progress of a full refund. */
export function describeRefund(booking: BookingDetails): string {
  const total = formatDollars(booking.totalCents);
  const to = booking.viewer === 'brand' ? 'to your card' : 'to the brand';
  return booking.paymentState === 'refunded' ? `${total} went back ${to}.` : `${total} is on its way back ${to}.`;
}
