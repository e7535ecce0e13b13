import { cents, formatDollars, parseDollars, splitOf } from '@marquee/money';
import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../trpc.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import type { Booking } from './booking.ts';
import { step } from './step.ts';

/** The creator's way to meet in the middle: keeps a part of the price. */
export function OfferSplit({ booking }: { booking: Booking }) {
  const [isOpen, dialog] = useDisclosure(false);
  const [amount, setAmount] = useState('');
  const [isChecked, setChecked] = useState(false);
  const offer = trpc.disputes.offerSplit.useMutation(
    step(booking, 'Offer sent', () => `${booking.brandName} can accept it.`),
  );
  const kept = parseDollars(amount.trim());
  const isPart = kept !== null && kept > 0 && kept < booking.priceCents;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isPart) offer.mutate({ id: booking.id, creatorAmount: amount.trim() }, { onSuccess: dialog.close });
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Offer to share
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Offer to share the money" centered>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              label="You keep (USD)"
              description={`A part of your price of ${formatDollars(booking.priceCents)}`}
              inputMode="decimal"
              required
              data-autofocus
              value={amount}
              error={
                isChecked && !isPart
                  ? `Enter an amount between $0.01 and ${formatDollars(booking.priceCents - 1)}`
                  : null
              }
              onChange={(event) => setAmount(event.currentTarget.value)}
            />
            <Text size="sm" aria-live="polite">
              {isPart ? shares(booking, kept) : 'Enter what you would keep, to see who gets what.'} Nothing moves until{' '}
              {booking.brandName} accepts. A new offer replaces this one.
            </Text>
            <DialogButtons submitLabel="Send offer" loading={offer.isPending} onCancel={dialog.close} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}

function shares(booking: Booking, keptCents: number): string {
  const { creatorCents, feeCents, refundCents } = splitOf(cents(booking.priceCents), cents(keptCents));
  return `You are paid ${formatDollars(creatorCents)}, ${booking.brandName} gets ${formatDollars(refundCents)} back, and the platform keeps ${formatDollars(feeCents)}.`;
}
