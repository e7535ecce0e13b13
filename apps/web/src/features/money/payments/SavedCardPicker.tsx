import { Group, Radio, Stack, Text } from '@mantine/core';
import { formatCardName } from '@marquee/contracts';
import { useState } from 'react';
import { trpc } from '../../../trpc.ts';
import { formatCardExpiry, type SavedCard } from './payments.words.ts';

export interface CardChoice {
  cards: readonly SavedCard[];
  /** The id of the chosen card, or the value of the option that uses no saved card. */
  value: string;
  /** True if the chosen card was removed or has expired since it was chosen. */
  isGone: boolean;
  choose: (value: string) => void;
}

/**
 * Holds the choice between the workspace's saved cards, which the loader has fetched, and the option `without`. The
 * first card that has not expired is chosen at the beginning.
 */
export function useCardChoice(without: string): CardChoice {
  const [{ cards }] = trpc.payments.cards.useSuspenseQuery();
  const [value, choose] = useState(() => findUsableCards(cards)[0]?.id ?? without);
  const isGone = value !== without && !findUsableCards(cards).some(({ id }) => id === value);
  return { cards, value, isGone, choose };
}

const findUsableCards = (cards: readonly SavedCard[]) => cards.filter(({ isExpired }) => !isExpired);

interface SavedCardPickerProps {
  choice: CardChoice;
  /** The option that uses no saved card. */
  without: { value: string; label: string };
}

/** Lets the user choose a saved card. Expired cards are shown, but cannot be chosen. Hidden if there are no cards. */
export function SavedCardPicker({ choice: { cards, value, isGone, choose }, without }: SavedCardPickerProps) {
  if (cards.length === 0 && !isGone) return null;
  return (
    <Radio.Group
      label="Pay with"
      value={isGone ? null : value}
      onChange={choose}
      error={isGone && 'The card that you chose was removed. Choose how to pay.'}
      w="100%"
    >
      <Stack gap="xs" my={6}>
        {cards.map((card) => (
          <Radio.Card
            key={card.id}
            value={card.id}
            p="md"
            radius="md"
            disabled={card.isExpired}
            aria-label={`${formatCardName(card)}. ${formatCardExpiry(card)}`}
          >
            <Group wrap="nowrap" align="flex-start">
              <Radio.Indicator mt={2} disabled={card.isExpired} />
              <div>
                <Text fw={600}>{formatCardName(card)}</Text>
                <Text size="sm" c="dimmed">
                  {formatCardExpiry(card)}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
        <Radio.Card value={without.value} p="md" radius="md" aria-label={without.label}>
          <Group wrap="nowrap">
            <Radio.Indicator />
            <Text fw={600}>{without.label}</Text>
          </Group>
        </Radio.Card>
      </Stack>
    </Radio.Group>
  );
}
