import { Text } from '@mantine/core';
import type { Side } from '@marquee/booking';
import { Relative } from '../../ui/Relative.tsx';
import { When } from '../../ui/When.tsx';
import { otherName, type Booking, type BookingRow } from './booking.ts';
import { OverdueSince } from './OverdueSince.tsx';

/** What happens next if nobody acts, when, and whose turn it is. */
export function NextStep({ booking, side }: { booking: Booking | BookingRow; side: Side }) {
  const { text, at, label, waitingFor, overdueSince } = booking.nextStep;
  const turn =
    waitingFor === side
      ? 'you'
      : waitingFor === 'platform' || waitingFor === 'nobody'
        ? null
        : otherName(booking, side);
  return (
    <div>
      {turn !== null && <Text fw={600}>Waiting for {turn}</Text>}
      {overdueSince !== null && <OverdueSince at={overdueSince} />}
      <Text>{text}</Text>
      {at !== null && (
        <Text size="sm" c="dimmed" mt={4}>
          {label} <When at={at} /> · <Relative at={at} />
        </Text>
      )}
    </div>
  );
}
