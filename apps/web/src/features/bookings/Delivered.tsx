import { Stack, Text } from '@mantine/core';
import { LinkList } from '../../ui/LinkList.tsx';
import { Section } from '../../ui/Section.tsx';
import { When } from '../../ui/When.tsx';
import classes from './Cancellation.module.css';

interface Delivery {
  completedAt: string | null;
  deliveryNote: string | null;
  deliveryLinks: readonly string[];
  creatorName: string;
}

/** What the creator delivered, above the approval. Nothing before the work is completed. */
export function Delivered({ booking, isCreator = false }: { booking: Delivery; isCreator?: boolean }) {
  const { completedAt, deliveryNote, deliveryLinks, creatorName } = booking;
  if (completedAt === null) return null;
  return (
    <Section title="Delivered">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {isCreator ? 'You' : creatorName} marked the work as completed on <When at={completedAt} />.
          {deliveryNote === null && deliveryLinks.length === 0 && (
            <span>{' What was sent stands under “Deliverables”.'}</span>
          )}
        </Text>
        {deliveryNote !== null && <blockquote className={classes.reason}>{deliveryNote}</blockquote>}
        <LinkList links={deliveryLinks} />
      </Stack>
    </Section>
  );
}
