import { formatDollars } from '@marquee/money';
import { trpc } from '../../trpc.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import type { Booking } from './booking.ts';
import { step } from './step.ts';

/** The brand's button on completed work: pays the creator now. */
export function ApproveWork({ booking }: { booking: Booking }) {
  const approve = trpc.settlements.approve.useMutation(
    step(booking, 'Work approved', sentenceOf, 'The payment could not be released. Please try again.'),
  );
  return (
    <ConfirmButton
      label="Approve and release payment"
      title="Approve and release the payment?"
      confirmLabel="Release payment"
      variant="filled"
      loading={approve.isPending}
      onConfirm={() => approve.mutate({ id: booking.id })}
    >
      Of the {formatDollars(booking.totalCents)} that the platform holds, {booking.creatorName} is paid{' '}
      {formatDollars(booking.priceCents)} now and the platform keeps its fee of {formatDollars(booking.feeCents)}. This
      cannot be undone.
    </ConfirmButton>
  );
}

function sentenceOf(booking: Booking): string {
  const amount = formatDollars(booking.priceCents);
  if (booking.paymentState === 'released') return `${amount} was paid out to ${booking.creatorName}.`;
  if (booking.blockedReason !== null)
    return `${amount} goes out as soon as ${booking.creatorName} can receive payouts.`;
  return `${amount} is on its way to ${booking.creatorName}.`;
}
