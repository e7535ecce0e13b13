import { formatDollars } from '@marquee/money';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { trpc } from '../../trpc.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { adoptBooking, type Booking } from './booking.ts';
import { reloadAfter } from './useMoveBooking.ts';

/** The brand's button on completed work: pays the creator now. */
export function ApproveWork({ booking }: { booking: Booking }) {
  const [isAsking, asking] = useDisclosure(false);
  const approve = trpc.payments.approve.useMutation({
    onSuccess: (approved) => {
      adoptBooking(approved);
      notify('Work approved', sentenceOf(approved));
    },
    onError: (error) => reloadAfter(error, booking.id, 'The payment could not be released. Please try again.'),
  });
  return (
    <>
      <Button loading={approve.isPending} onClick={asking.open}>
        Approve and release payment
      </Button>
      <Confirm
        opened={isAsking}
        title="Approve and release the payment?"
        confirmLabel="Release payment"
        onClose={asking.close}
        onConfirm={() => {
          asking.close();
          approve.mutate({ id: booking.id });
        }}
      >
        Of the {formatDollars(booking.totalCents)} that the platform holds, {booking.creatorName} is paid{' '}
        {formatDollars(booking.priceCents)} now and the platform keeps its fee of {formatDollars(booking.feeCents)}.
        This cannot be undone.
      </Confirm>
    </>
  );
}

function sentenceOf(booking: Booking): string {
  const amount = formatDollars(booking.priceCents);
  if (booking.paymentState === 'released') return `${amount} was paid out to ${booking.creatorName}.`;
  if (booking.blockedReason !== null)
    return `${amount} goes out as soon as ${booking.creatorName} can receive payouts.`;
  return `${amount} is on its way to ${booking.creatorName}.`;
}
