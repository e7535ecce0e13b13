import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../trpc.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { useKept } from '../../ui/sessionEnd.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { otherOf, type Offer } from './words.ts';

interface EndOfferProps {
  offer: Offer;
  onEnded: (offer: Offer) => void;
  onClose: () => void;
}

/** Declines or withdraws, with a sentence if there is something to say. */
export function EndOffer({ offer, onEnded, onClose }: EndOfferProps) {
  const [words, setWords] = useState('');
  const isCreator = offer.viewer === 'creator';
  const other = otherOf(offer, offer.viewer).fullName;
  useKept(`end offer ${offer.id}`, { isDirty: words !== '', values: () => words, restore: setWords });
  const end = trpc.offers.end.useMutation({
    onSuccess: onEnded,
    onError: (error) => tellFailure(error, 'The offer could not be ended'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    end.mutate({ id: offer.id, words });
  };
  return (
    <Modal opened onClose={onClose} title={isCreator ? 'Decline?' : 'Withdraw?'} size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Textarea
            label={`What ${other} is told (optional)`}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={LIMITS.moveNote}
            data-autofocus
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Text size="sm">
            The offer ends, and nothing is charged. {isCreator ? `${other} can ask you again.` : 'You can ask again.'}
          </Text>
          <DialogButtons
            submitLabel={isCreator ? 'Decline' : 'Withdraw'}
            destructive
            loading={end.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
