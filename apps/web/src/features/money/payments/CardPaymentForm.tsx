import { Checkbox, Stack } from '@mantine/core';
import { CARD_CONSENT_VERSION, describeCardConsent } from '@marquee/validation';
import { useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useState, type SubmitEvent } from 'react';
import { getErrorMessage } from '../../../lib/errors.ts';
import { notify } from '../../../lib/notify.ts';
import { paths } from '../../../paths.ts';
import { getScope, queryUtils, trpcClient } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { CardFields } from './CardFields.tsx';
import { PaymentButtons } from './PaymentButtons.tsx';

interface CardPaymentFormProps {
  bookingId: string;
  totalCents: number;
  cancelTo: string;
  /** The workspace for which the form offers to save the card, or null if it does not offer this. */
  savesFor: string | null;
  onPaid: () => Promise<void>;
  /** Called if Stripe's card fields could not be loaded. */
  onBroken: () => void;
}

/**
 * Renders the form for a new card. A declined card does not change the booking, so the brand can try again with a
 * different one.
 */
export function CardPaymentForm({ bookingId, totalCents, cancelTo, savesFor, onPaid, onBroken }: CardPaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const [isSaved, setSaved] = useState(false);
  /** The choice to save the card that the server has stored. */
  const [isSavingStored, setSavingStored] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!stripe || !elements || isPaying) return;
    setPaying(true);
    setProblem(null);
    const error = await storeSaving(elements).then(
      () => confirmWithStripe(stripe, elements, bookingId),
      (failure: unknown) => ({ message: getErrorMessage(failure, 'The card could not be saved') }),
    );
    if (error === null) {
      if (isSaved) void queryUtils.payments.cards.invalidate();
      return onPaid();
    }
    // Stripe shows validation errors in its own fields, and no payment was attempted.
    if ('type' in error && error.type === 'validation_error') return setPaying(false);
    const message = error.message ?? 'The payment failed, and nothing was charged. Please try again.';
    setPaying(false);
    setProblem(message);
    notify('Payment Failed', message);
  };

  /** Tells the server whether the card is saved, if this has changed. */
  const storeSaving = async (fields: StripeElements): Promise<void> => {
    if (isSaved === isSavingStored) return;
    await trpcClient.payments.setCardSaving.mutate({ id: bookingId, isSaved, consentVersion: CARD_CONSENT_VERSION });
    setSavingStored(isSaved);
    await fields.fetchUpdates();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-busy={isPaying}>
      <Stack gap="lg">
        <CardFields isReady={isReady} isLocked={isPaying} onReady={() => setReady(true)} onBroken={onBroken} />
        {savesFor !== null && (
          <Checkbox
            label={`Save this card for ${savesFor}`}
            description={describeCardConsent(savesFor)}
            checked={isSaved}
            disabled={isPaying}
            onChange={(event) => setSaved(event.currentTarget.checked)}
          />
        )}
        {problem !== null && (
          <Callout tone="error" title="Payment Failed">
            {problem} Check the card details or use another card.
          </Callout>
        )}
        <PaymentButtons totalCents={totalCents} cancelTo={cancelTo} isReady={isReady} isPaying={isPaying} />
      </Stack>
    </form>
  );
}

/**
 * Confirms the payment with Stripe. Returns null if the card was authorized, or else Stripe's error, which may lack
 * a message.
 */
async function confirmWithStripe(
  stripe: Stripe,
  elements: StripeElements,
  bookingId: string,
): Promise<Partial<Pick<StripeError, 'type' | 'message'>> | null> {
  try {
    const { error } = await stripe.confirmPayment({
      elements,
      // If the bank requires a full-page redirect, it sends the brand back to this URL. The dashboard's loader then
      // checks whether the payment succeeded.
      confirmParams: {
        return_url: new URL(getScope().workspacePath + paths.dashboard({ booking: bookingId }), location.origin).href,
      },
      redirect: 'if_required',
    });
    // The brand has already completed the payment in a different tab.
    if (error?.payment_intent?.status === 'requires_capture') return null;
    return error ?? null;
  } catch {
    return {};
  }
}
