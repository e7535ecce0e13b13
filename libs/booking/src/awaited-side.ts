/**
 * What waits for a person. It stands apart from the sentences of the next step: lists ask it and do not load those.
 */
import type { BookingNextStep } from './next-step.ts';
import type { BookingStatus, PaymentState, Side } from './states.ts';

/**
 * Whether versions wait for the brand while the work goes on. It is not the booking's next step, which stays the
 * creator's: nothing is due by then, and nothing happens when the brand says nothing.
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

/** Whether a booking waits for one of its sides: its next step is theirs, or there is something for them to look at. */
export const isWaitingForSide = (
  side: Side,
  booking: Parameters<typeof hasVersionsToReview>[0] & { nextStep: BookingNextStep },
): boolean => booking.nextStep.waitingFor === side || (side === 'brand' && hasVersionsToReview(booking));
