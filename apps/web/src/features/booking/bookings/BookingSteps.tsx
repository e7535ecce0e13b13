import type { BookingStatus, PaymentState } from '@marquee/booking';
import classes from './BookingSteps.module.css';

const BOOKING_STEPS = ['Ordered', 'Accepted', 'Working', 'Delivered', 'Paid'] as const;

/** Returns the number of completed steps (0 to 5), or 0 if the booking was cancelled, refunded or never paid. */
export function countStepsDone({
  status,
  paymentState,
}: {
  status: BookingStatus;
  paymentState: PaymentState;
}): number {
  if (status === 'cancelled' || paymentState === 'requires_payment') return 0;
  if (paymentState === 'refunding' || paymentState === 'refunded') return 0;
  if (paymentState === 'released' || paymentState === 'split') return 5;
  return { pending: 1, accepted: 2, in_progress: 3, completed: 4 }[status];
}

export function BookingSteps({ booking }: { booking: Parameters<typeof countStepsDone>[0] }) {
  const stepsDone = countStepsDone(booking);
  if (stepsDone === 0) return null;
  return (
    <ol className={classes.steps} aria-label={`Step ${stepsDone} of 5`}>
      {BOOKING_STEPS.map((step, at) => (
        <li key={step} data-done={at < stepsDone || undefined} aria-current={at === stepsDone - 1 ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  );
}
