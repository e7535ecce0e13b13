import { formatCardName } from '@marquee/validation';
import { Group, Radio, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { useState } from 'react';
import type { RouterOutputs } from '../../../trpc.ts';
import { CardPaymentForm } from './CardPaymentForm.tsx';
import { formatCardExpiry, type SavedCard } from './payments.words.ts';
import { SavedCardPayment } from './SavedCardPayment.tsx';
import { StripeFields } from './StripeFields.tsx';

interface CheckoutPaymentProps {
  checkout: { bookingId: string; clientSecret: string; totalCents: number };
  saved: RouterOutputs['payments']['cards'];
  workspaceName: string;
  cancelTo: string;
  onPaid: () => Promise<void>;
}

const NEW_CARD = 'new';

/**
 * Lets the brand pay with a saved card or with a new one. The first booking is paid without any of these choices, so
 * that the first checkout asks only for the card.
 */
export function CheckoutPayment({ checkout, saved, workspaceName, cancelTo, onPaid }: CheckoutPaymentProps) {
  const { cards, canSave } = saved;
  const [chosenCard, setChosenCard] = useState(() => cards.find(({ isExpired }) => !isExpired)?.id ?? NEW_CARD);
  const offersSaving = canSave && cards.length < LIMITS.savedCards;
  return (
    <Stack gap="lg">
      {cards.length > 0 && (
        <Radio.Group label="Pay with" value={chosenCard} onChange={setChosenCard}>
          <Stack gap="xs" mt={6}>
            {cards.map((card) => (
              <CardOption key={card.id} card={card} />
            ))}
            <Radio.Card value={NEW_CARD} p="md" radius="md" aria-label="New card">
              <Group wrap="nowrap">
                <Radio.Indicator />
                <Text fw={600}>New card</Text>
              </Group>
            </Radio.Card>
          </Stack>
        </Radio.Group>
      )}
      {chosenCard === NEW_CARD ? (
        <StripeFields clientSecret={checkout.clientSecret}>
          {(onBroken) => (
            <CardPaymentForm
              bookingId={checkout.bookingId}
              totalCents={checkout.totalCents}
              cancelTo={cancelTo}
              savesFor={offersSaving ? workspaceName : null}
              onPaid={onPaid}
              onBroken={onBroken}
            />
          )}
        </StripeFields>
      ) : (
        <SavedCardPayment
          key={chosenCard}
          checkout={checkout}
          cardId={chosenCard}
          cancelTo={cancelTo}
          onPaid={onPaid}
        />
      )}
    </Stack>
  );
}

const CardOption = ({ card }: { card: SavedCard }) => (
  <Radio.Card
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
);
