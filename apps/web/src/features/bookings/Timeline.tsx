import { Text } from '@mantine/core';
import { When } from '../../ui/When.tsx';
import type { Booking } from './booking.ts';
import { eventSentence } from './eventSentence.ts';
import classes from './Timeline.module.css';

/** Everything that happened to a booking and its money, oldest first. */
export function Timeline({ booking }: { booking: Booking }) {
  const reader = { id: booking.viewer === 'creator' ? booking.creatorId : booking.brandId, side: booking.viewer };
  return (
    <ol className={classes.timeline}>
      {booking.timeline.map((event) => (
        <li key={event.id} className={classes.event}>
          <Text>{eventSentence(event, reader)}</Text>
          <When at={event.at} fz="sm" c="dimmed" />
        </li>
      ))}
    </ol>
  );
}
