import { Stack, Text } from '@mantine/core';
import { LinkList } from '../../../ui/LinkList.tsx';
import classes from './Cancellation.module.css';

interface CompletedBooking {
  deliveryNote: string | null;
  deliveryLinks: readonly string[];
  creatorName: string;
}

/** Shows the note and links with which the creator completed the work. Renders nothing if there are none. */
export function DeliveredWork({ booking, isCreator = false }: { booking: CompletedBooking; isCreator?: boolean }) {
  const { deliveryNote, deliveryLinks, creatorName } = booking;
  if (deliveryNote === null && deliveryLinks.length === 0) return null;
  return (
    <Stack component="section" gap="xs" w="100%" aria-label="Delivered">
      <Text size="sm" c="dimmed">
        {isCreator ? 'You' : creatorName} delivered
      </Text>
      {deliveryNote !== null && <blockquote className={classes.reason}>{deliveryNote}</blockquote>}
      <LinkList links={deliveryLinks} />
    </Stack>
  );
}
