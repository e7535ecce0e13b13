import { extendedAcceptBy } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { trpc } from '../../trpc.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { When } from '../../ui/When.tsx';
import type { Booking } from './booking.ts';
import { step } from './step.ts';

/** The brand's button while the creator has not accepted: more time, once. */
export function ExtendAcceptance({ booking }: { booking: Booking }) {
  const extend = trpc.bookings.extendAcceptance.useMutation(
    step(booking, 'More time given', () => `${booking.creatorName} has more time to accept.`),
  );
  if (booking.acceptBy === null || booking.acceptExtendedAt !== null) return null;
  const extended = extendedAcceptBy(
    new Date(booking.acceptBy),
    booking.captureBefore === null ? null : new Date(booking.captureBefore),
  );
  if (extended === null) return null;
  return (
    <ConfirmButton
      label="Give more time"
      title={`Give ${booking.creatorName} more time?`}
      confirmLabel="Give more time"
      loading={extend.isPending}
      onConfirm={() => extend.mutate({ id: booking.id })}
    >
      {booking.creatorName} can then accept until <When at={extended.toISOString()} />. Your card stays authorised for{' '}
      {formatDollars(booking.totalCents)} and is not charged before that. You can do this once.
    </ConfirmButton>
  );
}
