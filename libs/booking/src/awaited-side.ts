/**
 * Determines whether a party has to act on a booking. This is a separate file from next-step.words.ts, so that lists do
 * not load the sentences of that file.
 */
import type { BookingNextStep } from './next-step.words.ts';
import type { BookingStatus, PaymentState, Side } from './states.ts';

/**
 * Whether the brand has versions to review while work is in progress. The next step of such a booking is still the
 * creator's, because a late review only moves the due date.
 */
export const hasVersionsToReview = (booking: {
  status: BookingStatus;
  paymentState: PaymentState;
  versionsWaiting: number;
  requestAnswerBy: unknown;
}): boolean =>
  booking.status === 'in_progress' &&
  booking.paymentState === 'held' &&
  booking.versionsWaiting > 0 &&
  booking.requestAnswerBy === null;

/** Whether `side` has to act on a booking, either for its next step or to review a version. */
export const isWaitingForSide = (
  side: Side,
  booking: Parameters<typeof hasVersionsToReview>[0] & { nextStep: BookingNextStep },
): boolean => booking.nextStep.waitingFor === side || (side === 'brand' && hasVersionsToReview(booking));
