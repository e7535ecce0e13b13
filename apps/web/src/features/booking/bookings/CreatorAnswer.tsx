import { Stack, Text } from '@mantine/core';
import { DECLINE_LABELS } from '@marquee/booking';
import type { BookingDetails } from './booking.ts';
import classes from './Cancellation.module.css';

/** Shows the creator's note on accepting or declining the order, with the reason if it was declined. */
export function CreatorAnswer({ booking }: { booking: BookingDetails }) {
  const { declineReason, moveNote, viewer } = booking;
  if (declineReason === null && moveNote === null) return null;
  const creator = viewer === 'creator' ? 'You' : booking.creatorName;
  return (
    <Stack gap="xs" w="100%">
      {declineReason !== null && (
        <Text size="sm">
          Reason: <strong>{DECLINE_LABELS[declineReason]}</strong>
        </Text>
      )}
      {moveNote !== null && (
        <>
          <Text size="sm" c="dimmed">
            {creator} wrote
          </Text>
          <blockquote className={classes.reason}>{moveNote}</blockquote>
        </>
      )}
    </Stack>
  );
}
