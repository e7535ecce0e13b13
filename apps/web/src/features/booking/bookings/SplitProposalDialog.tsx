import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { toCents, toPlainAmount, formatDollars, parseDollars, computeSplit } from '@marquee/money';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../../trpc.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import type { BookingDetails } from './booking.ts';
import { PossibleOutcomes } from './PossibleOutcomes.tsx';
import { createBookingMutation } from './bookingMutations.ts';

export interface SplitProposalDialogProps {
  booking: BookingDetails;
  keptAs: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks the creator how much of the price they want to keep, and shows each party's share. */
export function SplitProposalDialog({ booking, keptAs, opened, onClose }: SplitProposalDialogProps) {
  const [amount, setAmount] = useState('');
  useFormBackup(keptAs, { isDirty: opened && amount !== '', values: () => amount, restore: setAmount });
  const [isChecked, setChecked] = useState(false);
  const offer = trpc.disputes.proposeSplit.useMutation(
    createBookingMutation(booking, 'Offer sent', () => `${booking.brandName} can accept it.`),
  );
  const creatorAmount = toPlainAmount(amount);
  const creatorCents = parseDollars(creatorAmount);
  const isPart = creatorCents !== null && creatorCents > 0 && creatorCents < booking.priceCents;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isPart) offer.mutate({ id: booking.id, creatorAmount }, { onSuccess: onClose });
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Offer a split" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="You keep (USD)"
            description={`Part of your price of ${formatDollars(booking.priceCents)}`}
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus
            value={amount}
            error={
              isChecked && !isPart ? `Enter an amount between $0.01 and ${formatDollars(booking.priceCents - 1)}` : null
            }
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          <Text size="sm" aria-live="polite">
            {isPart && <span>{describeShares(booking, creatorCents)} </span>}
            <span>The payment is split only if {booking.brandName} accepts. A new offer replaces this one.</span>
          </Text>
          <PossibleOutcomes booking={booking} step="offer_split" {...(isPart && { offerCents: creatorCents })} />
          <DialogButtons submitLabel="Send offer" loading={offer.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function describeShares(booking: BookingDetails, keptCents: number): string {
  const { creatorCents, feeCents, refundCents } = computeSplit(booking, toCents(keptCents));
  return `You receive ${formatDollars(creatorCents)}, ${booking.brandName} gets a refund of ${formatDollars(refundCents)}, and the platform fee is ${formatDollars(feeCents)}.`;
}
