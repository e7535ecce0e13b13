import { getScope } from '../../trpc.ts';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { Lock } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/Callout.tsx';
import { notify } from '../../lib/notify.ts';
import classes from './CardPaymentForm.module.css';

interface CardPaymentFormProps {
  bookingId: string;
  totalCents: number;
  cancelTo: string;
  onPaid: () => Promise<void>;
  /** Called if Stripe's card fields could not be loaded. */
  onBroken: () => void;
}

/** Asks only for the required fields. A card needs no billing address. */
const PAYMENT_FIELDS = { billingDetails: { address: 'if_required' } } as const;

/**
 * Renders the card form. A declined card does not change the booking, so the brand can try again with a different
 * one.
 */
export function CardPaymentForm({ bookingId, totalCents, cancelTo, onPaid, onBroken }: CardPaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!stripe || !elements || isPaying) return;
    setPaying(true);
    setProblem(null);
    const error = await confirmWithStripe(stripe, elements, bookingId);
    if (error === null) return onPaid();
    // Stripe shows validation errors in its own fields, and no payment was attempted.
    if (error.type === 'validation_error') return setPaying(false);
    const message = error.message ?? 'The payment failed, and nothing was charged. Please try again.';
    setPaying(false);
    setProblem(message);
    notify('Payment Failed', message);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-busy={isPaying}>
      <Stack gap="lg">
        <div className={classes.fields}>
          {!isReady && <CardFieldsSkeleton />}
          <PaymentElement
            onReady={() => setReady(true)}
            onLoadError={onBroken}
            options={{ layout: 'tabs', fields: PAYMENT_FIELDS, readOnly: isPaying }}
          />
        </div>
        {problem !== null && (
          <Callout tone="error" title="Payment Failed">
            {problem} Check the card details or use another card.
          </Callout>
        )}
        <Group justify="flex-end" gap="sm">
          {isPaying ? (
            <Button variant="default" disabled>
              Cancel
            </Button>
          ) : (
            <Button component={Link} to={cancelTo} variant="default">
              Cancel
            </Button>
          )}
          <Button type="submit" disabled={!isReady || isPaying} leftSection={<Lock size={16} aria-hidden />} miw={180}>
            {isPaying ? 'Processing...' : `Pay ${formatDollars(totalCents)}`}
          </Button>
        </Group>
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

/** Placeholder with about the height of the card fields, so that the page does not move when they load. */
export const CardFieldsSkeleton = () => (
  <Stack gap="md" className={classes.skeleton ?? ''} aria-hidden>
    <Skeleton height={64} />
    <Group grow>
      <Skeleton height={64} />
      <Skeleton height={64} />
    </Group>
  </Stack>
);
