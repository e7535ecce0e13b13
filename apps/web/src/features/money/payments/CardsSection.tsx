import { Button, Group, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { describeRolesWith, formatCardName } from '@marquee/contracts';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { createLazyDialog } from '../../../ui/LazyPart.tsx';
import type { AddCardDialogProps } from './AddCardDialog.tsx';
import { formatCardExpiry, type SavedCard } from './payments.words.ts';
import { StackList } from '../../../ui/StackList.tsx';

const LazyAddCardDialog = createLazyDialog<AddCardDialogProps>(() =>
  import('./AddCardDialog.tsx').then(({ AddCardDialog }) => AddCardDialog),
);

interface CardsSectionProps {
  cards: readonly SavedCard[];
  workspaceName: string;
  /** Whether the user may add and remove cards. */
  isManager: boolean;
}

/** Lists the saved cards of a brand, with buttons to add and remove them. */
export function CardsSection({ cards, workspaceName, isManager }: CardsSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const isFull = cards.length >= LIMITS.savedCards;
  return (
    <AnchoredSection
      id="cards"
      title="Cards"
      text="Pay for bookings without entering a card each time. Stripe stores the card number."
    >
      <Stack gap="lg">
        {cards.length > 0 && (
          <StackList>
            {cards.map((card) => (
              <CardRow key={card.id} card={card} isManager={isManager} />
            ))}
          </StackList>
        )}
        {isManager ? (
          <Group>
            <Button variant="default" disabled={isFull} onClick={() => setAdding(true)}>
              Add a card
            </Button>
            {isFull && (
              <Text size="sm" c="dimmed">
                You have {LIMITS.savedCards} cards, which is the maximum. Remove one to add another.
              </Text>
            )}
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {describeRolesWith('cards.manage', 'brand')} can add and remove cards.
          </Text>
        )}
      </Stack>
      <LazyAddCardDialog opened={isAdding} workspaceName={workspaceName} onClose={() => setAdding(false)} />
    </AnchoredSection>
  );
}

function CardRow({ card, isManager }: { card: SavedCard; isManager: boolean }) {
  const name = formatCardName(card);
  const remove = trpc.payments.removeCard.useMutation({
    onSuccess: (saved) => {
      queryUtils.payments.cards.setData(undefined, saved);
      notify('Card removed');
    },
    onError: (error) => notifyFailure(error, 'The card could not be removed'),
  });
  return (
    <Group component="li" justify="space-between" gap="md">
      <Group wrap="nowrap" align="flex-start" gap="md" miw={0}>
        <CreditCard size={22} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c={card.isExpired ? 'red' : 'dimmed'}>
            {formatCardExpiry(card)}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <span>Added by {card.addedByName} on </span>
            <DateTime at={card.addedAt} dateOnly />
          </Text>
        </div>
      </Group>
      {isManager && (
        <ConfirmButton
          label="Remove"
          title={`Remove ${name}?`}
          confirmLabel="Remove card"
          cancelLabel="Keep it"
          destructive
          size="sm"
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ id: card.id })}
        >
          It can no longer be used for new bookings. Bookings that it has already paid for do not change.
        </ConfirmButton>
      )}
    </Group>
  );
}
