import { DISPUTE_WINDOW_MS, WANTED_LABELS, WANTED_OUTCOMES, type WantedOutcome } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../trpc.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import type { Booking } from './booking.ts';
import { step } from './step.ts';

const DAYS = DISPUTE_WINDOW_MS / 86_400_000;

/** The brand's other button on completed work: stops the payout. */
export function ReportProblem({ booking }: { booking: Booking }) {
  const [wanted, setWanted] = useState<WantedOutcome | null>(null);
  const report = trpc.disputes.report.useMutation(
    step(booking, 'Problem reported', () => `${booking.creatorName} has ${DAYS} days to answer.`),
  );
  return (
    <TextButton
      button="Report a problem"
      title="Report a problem"
      label="What is wrong?"
      missing="Please describe the problem"
      maxLength={5_000}
      submitLabel="Report problem"
      loading={report.isPending}
      onSubmit={(problem, sent) => report.mutate({ id: booking.id, problem, wanted }, sent)}
      consequence={
        <>
          The payout of {formatDollars(booking.priceCents)} stops, and the platform keeps holding your{' '}
          {formatDollars(booking.totalCents)}. {booking.creatorName} has {DAYS} days to answer, and can agree to a
          refund or offer to share the money. If you two do not agree, Marquee decides. You can withdraw the report; the
          time to the automatic payout then goes on where it stopped.
        </>
      }
    >
      <Radio.Group
        label="What would you like? (optional)"
        value={wanted ?? ''}
        onChange={(value) => setWanted(WANTED_OUTCOMES.find((outcome) => outcome === value) ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {WANTED_OUTCOMES.map((outcome) => (
            <Radio key={outcome} value={outcome} label={WANTED_LABELS[outcome]} />
          ))}
        </Stack>
      </Radio.Group>
    </TextButton>
  );
}
