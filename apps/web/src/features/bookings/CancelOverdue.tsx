import { formatDollars } from '@marquee/money';
import { trpc } from '../../trpc.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import type { Booking } from './booking.ts';
import { refundSentence } from './refundSentence.ts';
import { step } from './step.ts';

/** The brand's button once delivery is 3 days overdue. */
export function CancelOverdue({ booking }: { booking: Booking }) {
  const cancel = trpc.cancellations.overdue.useMutation(step(booking, 'Booking cancelled', refundSentence));
  return (
    <ConfirmButton
      label="Cancel overdue booking"
      title="Cancel this overdue booking?"
      confirmLabel="Cancel and refund"
      cancelLabel="Keep booking"
      destructive
      loading={cancel.isPending}
      onConfirm={() => cancel.mutate({ id: booking.id })}
    >
      Delivery is more than 3 days overdue, so you can cancel without asking. All of the{' '}
      {formatDollars(booking.totalCents)} goes back to your card, and {booking.creatorName} is paid nothing. This cannot
      be undone.
    </ConfirmButton>
  );
}
