import { movesFrom, RELEASE_WINDOW_MS, type BookingStatus } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { Confirm } from '../../ui/Confirm.tsx';
import { plural } from '../../ui/plural.ts';
import { useNow } from '../../ui/useNow.ts';
import type { Booking } from './booking.ts';
import { useMoveBooking } from './useMoveBooking.ts';

const RELEASE_DAYS = RELEASE_WINDOW_MS / 86_400_000;

/** The creator's buttons: what the state machine allows, with what each does to the money. */
export function BookingMoves({ booking }: { booking: Booking }) {
  const move = useMoveBooking(booking);
  const [isDeclining, declining] = useDisclosure(false);
  const noteId = useId();
  const now = useNow();
  const moves = movesFrom(booking.status);
  if (moves.length === 0) return null;

  const obstacle = obstacleOf(booking, now);
  const go = (status: BookingStatus) => move.mutate({ id: booking.id, status });

  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed" id={noteId}>
        {obstacle ?? consequenceOf(booking)}
      </Text>
      <Group gap="sm">
        {moves.map(({ to, label }) => (
          <Button
            key={to}
            aria-describedby={noteId}
            variant={to === 'cancelled' ? 'default' : 'filled'}
            loading={move.isPending && move.variables.status === to}
            disabled={(obstacle !== null && to !== 'cancelled') || move.isPending}
            onClick={() => (to === 'cancelled' ? declining.open() : go(to))}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Confirm
        opened={isDeclining}
        title="Decline this booking?"
        confirmLabel="Decline Booking"
        cancelLabel="Keep booking"
        destructive
        onClose={declining.close}
        onConfirm={() => {
          declining.close();
          go('cancelled');
        }}
      >
        {booking.brandName} is told, and the authorisation of {formatDollars(booking.totalCents)} on the card is
        cancelled. Nothing is charged. This cannot be undone.
      </Confirm>
    </Stack>
  );
}

/** Why the way forward is closed at the moment. */
function obstacleOf(booking: Booking, now: number): string | null {
  if (booking.status === 'pending' && booking.acceptBy !== null && Date.parse(booking.acceptBy) <= now) {
    return 'The time to accept this booking is over. It is being cancelled; the card is not charged.';
  }
  if (booking.cancellation !== null)
    return 'The work stands still until the request to cancel is answered or withdrawn.';
  if (booking.paymentState === 'disputed') return 'The work stands still while the money is frozen.';
  if (booking.status === 'accepted' && booking.paymentState !== 'held')
    return 'You can start as soon as the card has been charged.';
  return null;
}

/** What the next move does. */
function consequenceOf(booking: Booking): string {
  const price = formatDollars(booking.priceCents);
  switch (booking.status) {
    case 'pending':
      return `When you accept, the card of ${booking.brandName} is charged ${formatDollars(booking.totalCents)} now and the platform holds the payment. You receive ${price} after the work is completed.`;
    case 'accepted':
      return `When you start, the work is due ${plural(booking.deliveryDays, 'day')} later.`;
    case 'in_progress':
      return `When you mark the work as completed, ${booking.brandName} is asked to approve it. Your payout of ${price} is released then, or ${plural(RELEASE_DAYS, 'day')} later if nobody acts.`;
    default:
      return '';
  }
}
