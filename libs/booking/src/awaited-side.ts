/** Determines whether a booking waits for a person. Lists use this without loading the sentences of the next step. */
import type { BookingNextStep } from './next-step.ts';
import type { BookingStatus, PaymentState, Side } from './states.ts';

/**
 * Whether versions wait for the brand's review while work is in progress. This is not the booking's next step, which
 * remains the creator's, because there is no deadline and no consequence.
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

/** Whether a booking waits for one of its parties, for its next step or for a review. */
export const isWaitingForSide = (
  side: Side,
  booking: Parameters<typeof hasVersionsToReview>[0] & { nextStep: BookingNextStep },
): boolean => booking.nextStep.waitingFor === side || (side === 'brand' && hasVersionsToReview(booking));
