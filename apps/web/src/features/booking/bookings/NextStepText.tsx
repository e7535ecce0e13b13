import { Text } from '@mantine/core';
import type { Side } from '@marquee/booking';
import { DateTime } from '../../../ui/DateTime.tsx';
import { getOtherName, type BookingDetails } from './booking.ts';
import { OverdueLabel } from './OverdueLabel.tsx';

/** Explains which party has to act next, and what happens if that party misses the deadline. */
export function NextStepText({ booking, side }: { booking: BookingDetails; side: Side }) {
  const { text, at, label, waitingFor, overdueSince } = booking.nextStep;
  const turn =
    waitingFor === side
      ? 'you'
      : waitingFor === 'platform' || waitingFor === 'nobody'
        ? null
        : getOtherName(booking, side);
  return (
    <div>
      {turn !== null && <Text fw={600}>Waiting for {turn}</Text>}
      {overdueSince !== null && <OverdueLabel at={overdueSince} />}
      <Text>{text}</Text>
      {at !== null && (
        <Text size="sm" c="dimmed" mt={4}>
          {label} <DateTime at={at} withDistance />
        </Text>
      )}
    </div>
  );
}
