import { Modal, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../../trpc.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { getOtherOfferPerson, type OfferDetails } from './offers.words.ts';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';

interface EndOfferDialogProps {
  offer: OfferDetails;
  onEnded: (offer: OfferDetails) => void;
  onClose: () => void;
}

/** Lets the viewer decline or withdraw an offer, with an optional reason. */
export function EndOfferDialog({ offer, onEnded, onClose }: EndOfferDialogProps) {
  const [message, setMessage] = useState('');
  const isCreator = offer.viewer === 'creator';
  const other = getOtherOfferPerson(offer, offer.viewer).fullName;
  useFormBackup(`end offer ${offer.id}`, { isDirty: message !== '', values: () => message, restore: setMessage });
  const end = trpc.offers.end.useMutation({
    onSuccess: onEnded,
    onError: (error) => notifyFailure(error, 'The offer could not be ended'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    end.mutate({ id: offer.id, message });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={isCreator ? 'Decline this request?' : 'Withdraw your request?'}
      size="lg"
      centered
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <LimitedTextarea
            label={`Message to ${other} (optional)`}
            autosize
            minRows={3}
            maxRows={8}
            limit={LIMITS.moveNote}
            data-autofocus
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <Text size="sm">
            Nothing is charged. {isCreator ? `${other} can send a new request.` : 'You can send a new request.'}
          </Text>
          <DialogButtons
            submitLabel={isCreator ? 'Decline request' : 'Withdraw request'}
            destructive
            loading={end.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
