import { adoptBooking, type Booking } from './booking.ts';
import { reloadAfter } from './useMoveBooking.ts';
import { notify } from '../../ui/notify.ts';

/** What a step of a booking does with the server's answer: adopts the booking and says what happened, or why not. */
export const step = (
  booking: Booking,
  title: string,
  sentence: (after: Booking) => string,
  fallback = 'This did not work. Please try again.',
) => ({
  onSuccess: (after: Booking) => {
    adoptBooking(after);
    notify(title, sentence(after));
  },
  onError: (error: unknown) => reloadAfter(error, booking.id, fallback),
});
