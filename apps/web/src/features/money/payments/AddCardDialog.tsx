import { Modal, Stack, Text } from '@mantine/core';
import { CARD_CONSENT_VERSION, describeCardConsent } from '@marquee/validation';
import { useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { getErrorMessage } from '../../../lib/errors.ts';
import { notify } from '../../../lib/notify.ts';
import { paths } from '../../../paths.ts';
import { getScope, queryUtils, trpcClient } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { CardFields } from './CardFields.tsx';
import { CardFieldsSkeleton } from './CardFieldsSkeleton.tsx';
import { StripeFields } from './StripeFields.tsx';

export interface AddCardDialogProps {
  opened: boolean;
  workspaceName: string;
  onClose: () => void;
}

/** Adds a card without a payment. */
export const AddCardDialog = ({ opened, workspaceName, onClose }: AddCardDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Add a card" centered>
    <AddCard workspaceName={workspaceName} onClose={onClose} />
  </Modal>
);

function AddCard({ workspaceName, onClose }: Pick<AddCardDialogProps, 'workspaceName' | 'onClose'>) {
  const setup = useQuery({
    queryKey: ['card setup'],
    queryFn: () => trpcClient.payments.startCardSetup.mutate({ consentVersion: CARD_CONSENT_VERSION }),
    // Each opening of the dialog begins anew.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (setup.isError)
    return (
      <Callout tone="error" title="The card form could not be loaded">
        {getErrorMessage(setup.error, 'The card could not be added')}
      </Callout>
    );
  if (setup.data === undefined) return <CardFieldsSkeleton />;
  return (
    <StripeFields clientSecret={setup.data.clientSecret}>
      {(onBroken) => <AddCardForm workspaceName={workspaceName} onClose={onClose} onBroken={onBroken} />}
    </StripeFields>
  );
}

function AddCardForm({
  workspaceName,
  onClose,
  onBroken,
}: Pick<AddCardDialogProps, 'workspaceName' | 'onClose'> & { onBroken: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!stripe || !elements || !isReady || isSaving) return;
    setSaving(true);
    setProblem(null);
    try {
      const setupId = await confirmSetup(stripe, elements);
      if (setupId !== null) {
        queryUtils.payments.cards.setData(undefined, await trpcClient.payments.finishCardSetup.mutate({ setupId }));
        notify('Card saved');
        onClose();
      }
    } catch (error) {
      setProblem(
        error instanceof CardRefusedError ? error.message : getErrorMessage(error, 'The card could not be added'),
      );
    }
    setSaving(false);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-busy={isSaving}>
      <Stack gap="md">
        <CardFields isReady={isReady} isLocked={isSaving} onReady={() => setReady(true)} onBroken={onBroken} />
        {problem !== null && (
          <Callout tone="error" title="The card was not saved">
            {problem}
          </Callout>
        )}
        <Text size="sm" c="dimmed">
          {describeCardConsent(workspaceName)}
        </Text>
        <DialogButtons submitLabel="Save card" loading={isSaving} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Stripe refused the card. The message is Stripe's. */
class CardRefusedError extends Error {}

/**
 * Sends the card to Stripe. Returns the id of the SetupIntent, or null if the card fields show what is missing. Throws
 * CardRefusedError.
 */
async function confirmSetup(stripe: Stripe, elements: StripeElements): Promise<string | null> {
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    // A bank that requires a full-page redirect sends the brand back to this URL. The webhook then adds the card.
    confirmParams: { return_url: new URL(getScope().workspacePath + paths.settingsBilling(), location.origin).href },
    redirect: 'if_required',
  });
  // The card was already confirmed, but the answer was lost.
  const confirmedIntent = setupIntent ?? (error?.setup_intent?.status === 'succeeded' ? error.setup_intent : undefined);
  if (confirmedIntent !== undefined) return confirmedIntent.id;
  if (error?.type === 'validation_error') return null;
  throw new CardRefusedError(error?.message ?? 'Your bank did not accept this card. Try another card.');
}
