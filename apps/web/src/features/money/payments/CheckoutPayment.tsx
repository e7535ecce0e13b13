import { Stack } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { trpc } from '../../../trpc.ts';
import { CardPaymentForm } from './CardPaymentForm.tsx';
import { SavedCardPicker, useCardChoice } from './SavedCardPicker.tsx';
import { SavedCardPayment } from './SavedCardPayment.tsx';
import { StripeFields } from './StripeFields.tsx';

interface CheckoutPaymentProps {
  checkout: { bookingId: string; clientSecret: string; totalCents: number };
  workspaceName: string;
  cancelTo: string;
  onPaid: () => Promise<void>;
}

const NEW_CARD = { value: 'new', label: 'New card' };

/**
 * Lets the brand pay with a saved card or with a new one. The first booking is paid without any of these choices, so
 * that the first checkout asks only for the card.
 */
export function CheckoutPayment({ checkout, workspaceName, cancelTo, onPaid }: CheckoutPaymentProps) {
  const [{ cards, canSave }] = trpc.payments.cards.useSuspenseQuery();
  const choice = useCardChoice(NEW_CARD.value);
  const offersSaving = canSave && cards.length < LIMITS.savedCards;
  return (
    <Stack gap="lg">
      <SavedCardPicker choice={choice} without={NEW_CARD} />
      {choice.value === NEW_CARD.value ? (
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
        !choice.isGone && (
          <SavedCardPayment
            key={choice.value}
            checkout={checkout}
            cardId={choice.value}
            cancelTo={cancelTo}
            onPaid={onPaid}
          />
        )
      )}
    </Stack>
  );
}
