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
import { queryUtils, trpcClient, type RouterOutputs } from '../../trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { focusFirstError } from '../../lib/focusField.ts';
import { Money } from '../../ui/Money.tsx';
import { notify } from '../../lib/notify.ts';
import { useNow } from '../../lib/readerClock.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { useFormBackup } from '../../lib/sessionEnd.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { LimitedTextarea } from '../../ui/LimitedText.tsx';

type Dispute = RouterOutputs['admin']['dispute'];

interface DecisionFields {
  decision: DecisionKind | '';
  keeps: string;
  reason: string;
}

/** Lets staff decide a dispute. Shows each party's exact share before staff confirms the decision. */
export function DisputeDecisionForm({ dispute }: { dispute: Dispute }) {
  const [asked, setAsked] = useState<DecisionFields | null>(null);
  const form = useForm<DecisionFields>({
    initialValues: {
      decision: '',
      keeps: formatDecimal(dispute.offerCreatorCents ?? Math.floor(dispute.priceCents / 2)),
      reason: '',
    },
    validate: {
      decision: (decision) => (decision === '' ? 'Please choose' : null),
      keeps: (_, values) =>
        values.decision === 'split' && findDecisionSplit(dispute, values) === null
          ? `An amount above $0.00 and below ${formatDollars(dispute.priceCents)}`
          : null,
      reason: (reason) => (reason.trim() === '' ? 'Please give a reason' : null),
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
      notify('Dispute decided', 'Both sides are told.');
    } catch (error) {
      notifyFailure(error, 'The dispute could not be decided');
    }
    await queryUtils.admin.invalidate();
  };
  const shares = findDecisionSplit(dispute, form.values);
  const now = useNow();
  if (dispute.answeredAt === null && Date.parse(dispute.answerBy) > now) {
    return (
      <SectionCard key="too early" title="Decide">
        <Text>
          The other side may answer until <DateTime at={dispute.answerBy} />. It can be decided once it has answered, or
          from then on.
        </Text>
      </SectionCard>
    );
  }
  return (
    <SectionCard key="decide" title="Decide">
      <form noValidate onSubmit={form.onSubmit(setAsked, focusFirstError)}>
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
            description="Both sides read it, and it is kept in the audit log."
            aria-required
            limit={LIMITS.staffNote}
            {...form.getInputProps('reason')}
          />
          <Button type="submit" style={{ alignSelf: 'flex-start' }}>
            Decide
          </Button>
        </Stack>
      </form>
      {asked !== null && shares !== null && (
        <ConfirmDialog
          opened
          title="Decide this dispute?"
          confirmLabel="Decide"
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void decide(asked);
          }}
        >
          {asked.decision === 'release' && dispute.status !== 'completed'
            ? 'The booking goes on as it was; no money moves now.'
            : `${dispute.creatorName} gets ${formatDollars(shares.creatorCents)}, ${dispute.brandName} gets back ${formatDollars(shares.refundCents)}, the platform keeps ${formatDollars(shares.feeCents)}. This cannot be undone.`}
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
  const kept = parseDollars(toPlainAmount(keeps));
  return kept === null || kept <= 0 || kept >= price ? null : computeSplit(dispute, kept);
}

function describeDecisionOption(decision: DecisionKind, dispute: Dispute): { label: string; description: string } {
  switch (decision) {
    case 'release':
      return dispute.status === 'completed'
        ? { label: `Release to ${dispute.creatorName}`, description: 'The work is paid for in full.' }
        : { label: 'The booking goes on', description: 'The cancellation is refused; the payment stays held.' };
    case 'refund':
      return {
        label: `Refund ${dispute.brandName}`,
        description: 'All of it goes back to the card, the platform fee included.',
      };
    case 'split':
      return {
        label: 'Split',
        description: 'The creator keeps a part of the price; the rest goes back to the card, with the fee for it.',
      };
  }
}

const DecisionShares = ({ dispute, shares }: { dispute: Dispute; shares: PaymentSplit }) => (
  <div aria-live="polite">
    <DescriptionList
      facts={[
        { label: `${dispute.creatorName} gets`, value: <Money cents={shares.creatorCents} fw={650} /> },
        { label: `${dispute.brandName} gets back`, value: <Money cents={shares.refundCents} fw={650} /> },
        { label: 'The platform keeps', value: <Money cents={shares.feeCents} fw={650} /> },
        { label: 'The brand paid', value: <Money cents={dispute.totalCents} /> },
      ]}
    />
  </div>
);
