import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getErrorMessage } from '../../../lib/errors.ts';
import { notify } from '../../../lib/notify.ts';
import { getScope, queryUtils, trpcClient } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { PaymentButtons } from './PaymentButtons.tsx';
import { stripeQuery } from './stripeQuery.ts';

interface SavedCardPaymentProps {
  checkout: { bookingId: string; clientSecret: string; totalCents: number };
  cardId: string;
  cancelTo: string;
  onPaid: () => Promise<void>;
}

/** The buttons for paying with a saved card. If the bank asks for a confirmation, Stripe.js shows it. */
export function SavedCardPayment({ checkout, cardId, cancelTo, onPaid }: SavedCardPaymentProps) {
  const { bookingId, clientSecret, totalCents } = checkout;
  const pay = useMutation({
    mutationFn: () => payWithSavedCard({ bookingId, clientSecret, cardId }),
    onSuccess: onPaid,
    onError: async (error) => {
      notify('Payment Failed', toProblem(error));
      // The card may have been removed after the page was loaded. Without it in the list, it is no longer chosen.
      await queryUtils.payments.cards.invalidate();
    },
  });
  return (
    <form
      noValidate
      aria-busy={pay.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pay.isPending) pay.mutate();
      }}
    >
      <Stack gap="lg">
        {pay.isError && (
          <Callout tone="error" title="Payment Failed">
            {toProblem(pay.error)}
          </Callout>
        )}
        {/* After the payment, the buttons stay locked until the next page is shown. */}
        <PaymentButtons totalCents={totalCents} cancelTo={cancelTo} isReady isPaying={pay.isPending || pay.isSuccess} />
      </Stack>
    </form>
  );
}

/** The payment was refused, and the message says why and what to do. */
class CardRefusedError extends Error {}

const toProblem = (error: Error): string =>
  error instanceof CardRefusedError ? error.message : getErrorMessage(error, 'The payment could not be completed');

async function payWithSavedCard({
  bookingId,
  clientSecret,
  cardId,
}: {
  bookingId: string;
  clientSecret: string;
  cardId: string;
}) {
  const { outcome } = await trpcClient.payments.payWithCard.mutate({ id: bookingId, cardId });
  if (outcome === 'authorized') return;
  if (outcome === 'declined')
    throw new CardRefusedError('Your bank declined this card, and nothing was charged. Choose another card.');
  const stripe = await getScope().queryClient.ensureQueryData(stripeQuery);
  const { error } = await stripe.handleNextAction({ clientSecret });
  if (error !== undefined)
    throw new CardRefusedError(
      'Your bank could not confirm this payment, and nothing was charged. Try again or choose another card.',
    );
}
