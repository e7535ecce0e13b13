import { Text } from '@mantine/core';
import { listActivity } from '@marquee/booking';
import { DateTime } from '../../../ui/DateTime.tsx';
import type { BookingDetails } from './booking.ts';
import { describeEventInReaderZone } from './describeEvent.ts';
import classes from './BookingTimeline.module.css';

export function BookingTimeline({ booking }: { booking: BookingDetails }) {
  const reader = { id: booking.viewer === 'creator' ? booking.creatorId : booking.brandId, side: booking.viewer };
  return (
    <ol className={classes.timeline}>
      {listActivity(booking.timeline).map((event) => (
        <li key={event.id} className={classes.event}>
          <Text>{describeEventInReaderZone(event, reader)}</Text>
          <DateTime at={event.at} fz="sm" c="dimmed" />
        </li>
      ))}
    </ol>
  );
}
