import { Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { decisionsFor, type Decision } from '@marquee/booking';
import { cents, decimal, formatDollars, parseDollars, splitOf, type Division } from '@marquee/money';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { data, trpcClient, type Outputs } from '../../trpc.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { focusFirstError } from '../../ui/focusField.ts';
import { Money } from '../../ui/Money.tsx';
import { notify } from '../../ui/notify.ts';
import { useNow } from '../../ui/clock.ts';
import { Section } from '../../ui/Section.tsx';
import { useKept } from '../../ui/sessionEnd.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { When } from '../../ui/When.tsx';

type Dispute = Outputs['admin']['dispute'];

interface Form {
  decision: Decision | '';
  keeps: string;
  reason: string;
}

/** Staff decides: what everybody gets stands there, to the cent, before anything is pressed. */
export function DecideDispute({ dispute }: { dispute: Dispute }) {
  const [asked, setAsked] = useState<Form | null>(null);
  const form = useForm<Form>({
    initialValues: {
      decision: '',
      keeps: decimal(dispute.offerCreatorCents ?? Math.floor(dispute.priceCents / 2)),
      reason: '',
    },
    validate: {
      decision: (decision) => (decision === '' ? 'Please choose' : null),
      keeps: (_, values) =>
        values.decision === 'split' && sharesOf(dispute, values) === null
          ? `An amount above $0.00 and below ${formatDollars(dispute.priceCents)}`
          : null,
      reason: (reason) => (reason.trim() === '' ? 'Please give a reason' : null),
    },
  });
  useKept(`decide ${dispute.id}`, { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  const decide = async ({ decision, keeps, reason }: Form) => {
    if (decision === '') return;
    try {
      await trpcClient.admin.decideDispute.mutate({
        id: dispute.id,
        decision,
        reason: reason.trim(),
        ...(decision === 'split' && { keeps }),
      });
      notify('Dispute decided', 'Both sides are told.');
    } catch (error) {
      tellFailure(error, 'The dispute could not be decided');
    }
    await data.admin.invalidate();
  };
  const shares = sharesOf(dispute, form.values);
  const now = useNow();
  if (dispute.answeredAt === null && Date.parse(dispute.answerBy) > now) {
    return (
      <Section key="too early" title="Decide">
        <Text>
          The other side may answer until <When at={dispute.answerBy} />. It can be decided once it has answered, or
          from then on.
        </Text>
      </Section>
    );
  }
  return (
    <Section key="decide" title="Decide">
      <form noValidate onSubmit={form.onSubmit(setAsked, focusFirstError)}>
        <Stack gap="md">
          <Radio.Group label="Decision" {...form.getInputProps('decision')}>
            <Stack gap="sm" mt="xs">
              {decisionsFor(dispute.status).map((decision) => (
                <Radio key={decision} value={decision} {...wordsOf(decision, dispute)} />
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
          {form.values.decision !== '' && shares !== null && <Shares dispute={dispute} shares={shares} />}
          <Textarea
            label="Reason"
            description="Both sides read it, and it is kept in the audit log."
            aria-required
            maxLength={LIMITS.staffNote}
            {...form.getInputProps('reason')}
          />
          <Button type="submit" style={{ alignSelf: 'flex-start' }}>
            Decide
          </Button>
        </Stack>
      </form>
      {asked !== null && shares !== null && (
        <Confirm
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
        </Confirm>
      )}
    </Section>
  );
}

/** Who gets what; null while the amount of a split is none. */
function sharesOf(dispute: Dispute, { decision, keeps }: Form): Division | null {
  const price = cents(dispute.priceCents);
  if (decision === 'refund') return splitOf(dispute, cents(0));
  if (decision !== 'split') return splitOf(dispute, price);
  const kept = parseDollars(keeps);
  return kept === null || kept <= 0 || kept >= price ? null : splitOf(dispute, kept);
}

function wordsOf(decision: Decision, dispute: Dispute): { label: string; description: string } {
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

const Shares = ({ dispute, shares }: { dispute: Dispute; shares: Division }) => (
  <div aria-live="polite">
    <Facts
      facts={[
        { label: `${dispute.creatorName} gets`, value: <Money cents={shares.creatorCents} fw={650} /> },
        { label: `${dispute.brandName} gets back`, value: <Money cents={shares.refundCents} fw={650} /> },
        { label: 'The platform keeps', value: <Money cents={shares.feeCents} fw={650} /> },
        { label: 'The brand paid', value: <Money cents={dispute.totalCents} /> },
      ]}
    />
  </div>
);
