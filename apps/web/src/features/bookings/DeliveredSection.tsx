import { Stack, Text } from '@mantine/core';
import { LinkList } from '../../ui/LinkList.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import classes from './Cancellation.module.css';

interface DeliveredWork {
  completedAt: string | null;
  deliveryNote: string | null;
  deliveryLinks: readonly string[];
  creatorName: string;
}

/** Shows the creator's delivery note and links. Renders nothing before the work is completed. */
export function DeliveredSection({ booking, isCreator = false }: { booking: DeliveredWork; isCreator?: boolean }) {
  const { completedAt, deliveryNote, deliveryLinks, creatorName } = booking;
  if (completedAt === null) return null;
  return (
    <SectionCard title="Delivered">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {isCreator ? 'You' : creatorName} marked the work as completed on <DateTime at={completedAt} />.
          {deliveryNote === null && deliveryLinks.length === 0 && (
            <span>{' What was sent stands under “Deliverables”.'}</span>
          )}
        </Text>
        {deliveryNote !== null && <blockquote className={classes.reason}>{deliveryNote}</blockquote>}
        <LinkList links={deliveryLinks} />
      </Stack>
    </SectionCard>
  );
}
