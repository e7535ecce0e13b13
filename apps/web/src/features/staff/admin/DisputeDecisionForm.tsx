import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { listDecisionKinds, type DecisionKind } from '@marquee/booking';
import {
  toCents,
  formatDecimal,
  formatDollars,
  parseDollars,
  toPlainAmount,
  computeSplit,
  type PaymentSplit,
} from '@marquee/money';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { queryUtils, trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DescriptionList } from '../../../ui/DescriptionList.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { Money } from '../../../ui/Money.tsx';
import { notify } from '../../../lib/notify.ts';
import { useNow } from '../../../lib/readerClock.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';
import { REASON_MISSING } from './admin.words.ts';

type Dispute = RouterOutputs['admin']['dispute'];

interface DecisionFields {
  decision: DecisionKind | '';
  keeps: string;
  reason: string;
}

/** Lets staff decide a dispute. Shows each party's exact share before staff confirms the decision. */
export function DisputeDecisionForm({ dispute }: { dispute: Dispute }) {
  const [decisionToConfirm, setDecisionToConfirm] = useState<DecisionFields | null>(null);
  const form = useForm<DecisionFields>({
    initialValues: {
      decision: '',
      keeps: formatDecimal(dispute.offerCreatorCents ?? Math.floor(dispute.priceCents / 2)),
      reason: '',
    },
    validate: {
      decision: (decision) => (decision === '' ? 'Please choose a decision' : null),
      keeps: (_, values) =>
        values.decision === 'split' && findDecisionSplit(dispute, values) === null
          ? `Enter an amount above $0.00 and below ${formatDollars(dispute.priceCents)}`
          : null,
      reason: (reason) => (reason.trim() === '' ? REASON_MISSING : null),
    },
  });
  useFormBackup(`decide ${dispute.id}`, { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  const decide = async ({ decision, keeps, reason }: DecisionFields) => {
    if (decision === '') return;
    try {
      await trpcClient.admin.decideDispute.mutate({
        id: dispute.id,
        decision,
        reason: reason.trim(),
        ...(decision === 'split' && { keeps: toPlainAmount(keeps) }),
      });
      notify('Dispute decided', 'The brand and the creator are notified.');
    } catch (error) {
      notifyFailure(error, 'The dispute could not be decided');
    }
    await queryUtils.admin.invalidate();
  };
  const shares = findDecisionSplit(dispute, form.values);
  const now = useNow();
  if (dispute.answeredAt === null && Date.parse(dispute.answerBy) > now) {
    return (
      <SectionCard key="too early" title="Decision">
        <Text>
          The other party can respond until <DateTime at={dispute.answerBy} />. You can decide once they have responded,
          or after this deadline.
        </Text>
      </SectionCard>
    );
  }
  return (
    <SectionCard key="decide" title="Decision">
      <form noValidate onSubmit={form.onSubmit(setDecisionToConfirm, focusFirstError)}>
        <Stack gap="md">
          <Radio.Group label="Decision" {...form.getInputProps('decision')}>
            <Stack gap="sm" mt="xs">
              {listDecisionKinds(dispute.status).map((decision) => (
                <Radio key={decision} value={decision} {...describeDecisionOption(decision, dispute)} />
              ))}
            </Stack>
          </Radio.Group>
          {form.values.decision === 'split' && (
            <TextInput
              label="The creator keeps (dollars)"
              inputMode="decimal"
              aria-required
              maw={240}
              {...form.getInputProps('keeps')}
            />
          )}
          {form.values.decision !== '' && shares !== null && <DecisionShares dispute={dispute} shares={shares} />}
          <LimitedTextarea
            label="Reason"
            description="The brand and the creator see it. It is also kept in the audit log."
            aria-required
            limit={LIMITS.staffNote}
            {...form.getInputProps('reason')}
          />
          <Button type="submit" style={{ alignSelf: 'flex-start' }}>
            Decide dispute
          </Button>
        </Stack>
      </form>
      {decisionToConfirm !== null && shares !== null && (
        <ConfirmDialog
          opened
          title="Decide this dispute?"
          confirmLabel="Decide dispute"
          onClose={() => setDecisionToConfirm(null)}
          onConfirm={() => {
            setDecisionToConfirm(null);
            void decide(decisionToConfirm);
          }}
        >
          {decisionToConfirm.decision === 'release' && dispute.status !== 'completed'
            ? 'The booking continues. No money moves now.'
            : `${dispute.creatorName} receives ${formatDollars(shares.creatorCents)}, ${dispute.brandName} is refunded ${formatDollars(shares.refundCents)}, and the platform keeps ${formatDollars(shares.feeCents)}. This cannot be undone.`}
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

/** Returns the payment split that results from the decision, or null if the entered amount is invalid. */
function findDecisionSplit(dispute: Dispute, { decision, keeps }: DecisionFields): PaymentSplit | null {
  const price = toCents(dispute.priceCents);
  if (decision === 'refund') return computeSplit(dispute, toCents(0));
  if (decision !== 'split') return computeSplit(dispute, price);
  const creatorCents = parseDollars(toPlainAmount(keeps));
  return creatorCents === null || creatorCents <= 0 || creatorCents >= price
    ? null
    : computeSplit(dispute, creatorCents);
}

function describeDecisionOption(decision: DecisionKind, dispute: Dispute): { label: string; description: string } {
  switch (decision) {
    case 'release':
      return dispute.status === 'completed'
        ? { label: `Release to ${dispute.creatorName}`, description: 'The creator is paid in full.' }
        : { label: 'Continue the booking', description: 'The cancellation is rejected. The payment stays on hold.' };
    case 'refund':
      return {
        label: `Refund ${dispute.brandName}`,
        description: 'The brand gets back the full amount, including the platform fee.',
      };
    case 'split':
      return {
        label: 'Split',
        description: 'The creator keeps part of the price. The brand gets back the rest with its share of the fee.',
      };
  }
}

const DecisionShares = ({ dispute, shares }: { dispute: Dispute; shares: PaymentSplit }) => (
  <div aria-live="polite">
    <DescriptionList
      facts={[
        { label: `${dispute.creatorName} receives`, value: <Money cents={shares.creatorCents} fw={650} /> },
        { label: `${dispute.brandName} is refunded`, value: <Money cents={shares.refundCents} fw={650} /> },
        { label: 'The platform keeps', value: <Money cents={shares.feeCents} fw={650} /> },
        { label: 'The brand paid', value: <Money cents={dispute.totalCents} /> },
      ]}
    />
  </div>
);
