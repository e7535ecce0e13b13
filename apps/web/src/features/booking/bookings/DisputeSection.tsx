/** Shows a dispute to its parties: both statements, the proposed split and each party's options. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { DESIRED_OUTCOME_LABELS, type DesiredOutcome } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { toCents, formatDollars, computeSplit } from '@marquee/money';
import { useDisclosure } from '@mantine/hooks';
import { lazy, useState } from 'react';
import { trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { LazyPart, createLazyDialog } from '../../../ui/LazyPart.tsx';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { findFormBackup } from '../../../lib/sessionEnd.ts';
import { TextDialogButton } from '../../../ui/TextDialogButton.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { useAllowedActions, type BookingDetails } from './booking.ts';
import classes from './DisputeSection.module.css';
import type { SplitProposalDialogProps } from './SplitProposalDialog.tsx';
import { PossibleOutcomes } from './PossibleOutcomes.tsx';
import { usePrimaryVariant } from './primaryAction.ts';
import { describeRefund, createBookingMutation } from './bookingMutations.ts';
import { describeContinuation, describeTimeToAnswer, WITHDRAW_REQUEST_TITLE } from './bookings.words.ts';

const LazySplitProposalDialog = createLazyDialog<SplitProposalDialogProps>(() =>
  import('./SplitProposalDialog.tsx').then((module) => module.SplitProposalDialog),
);
const LazyDesiredOutcomeField = lazy(() =>
  import('./DesiredOutcomeField.tsx').then((module) => ({ default: module.DesiredOutcomeField })),
);

type BookingDispute = NonNullable<BookingDetails['dispute']>;

export function DisputeSection({ booking }: { booking: BookingDetails }) {
  const { dispute } = booking;
  if (dispute === null) return null;
  const isOpen = dispute.closedAt === null;
  return (
    <SectionCard title={dispute.kind === 'problem' ? 'Reported problem' : 'Disputed cancellation'}>
      <Stack gap="md" align="stretch">
        {dispute.desiredOutcome !== null && (
          <Text size="sm">
            {booking.brandName} asks for: <strong>{DESIRED_OUTCOME_LABELS[dispute.desiredOutcome]}</strong>
          </Text>
        )}
        <ol className={classes.statements}>
          {dispute.statements.map((statement) => (
            <li key={statement.id} className={classes.statement}>
              <Text size="sm" fw={600}>
                {statement.authorName}
                <DateTime at={statement.at} fz="sm" fw={400} c="dimmed" ml="xs" />
              </Text>
              <Text className={classes.words}>{statement.text}</Text>
            </li>
          ))}
        </ol>
        {dispute.decisionReason !== null && (
          <Text className={classes.words}>
            <strong>{PRODUCT_NAME}’s reason:</strong> {dispute.decisionReason}
          </Text>
        )}
        {isOpen && dispute.offerCreatorCents !== null && (
          <Text>{describeSplitProposal(booking, dispute.offerCreatorCents)}</Text>
        )}
        {isOpen && booking.chargebackOutcome === null && booking.chargebackId !== null && (
          <Text size="sm">This dispute is paused until the bank has decided.</Text>
        )}
        {isOpen && <DisputeActions booking={booking} dispute={dispute} />}
      </Stack>
    </SectionCard>
  );
}

function describeSplitProposal(booking: BookingDetails, offerCents: number): string {
  const { creatorCents, feeCents, refundCents } = computeSplit(booking, toCents(offerCents));
  const creator = booking.viewer === 'creator' ? 'you keep' : `${booking.creatorName} keeps`;
  const brand = booking.viewer === 'brand' ? 'you get' : `${booking.brandName} gets`;
  return `In this offer, ${creator} ${formatDollars(creatorCents)}, ${brand} a refund of ${formatDollars(refundCents)}, and the platform fee is ${formatDollars(feeCents)}.`;
}

function DisputeActions({ booking, dispute }: { booking: BookingDetails; dispute: BookingDispute }) {
  const may = useAllowedActions(booking);
  return (
    <Group gap="sm">
      {may('accept_split') && dispute.offerCreatorCents !== null && (
        <AcceptSplit booking={booking} offerCents={dispute.offerCreatorCents} />
      )}
      {may('withdraw_dispute') && <WithdrawDispute booking={booking} dispute={dispute} />}
      {may('agree_to_refund') && <AgreeToRefund booking={booking} />}
      {may('offer_split') && <ProposeSplit booking={booking} />}
      {may('add_statement') && <AddStatement booking={booking} />}
    </Group>
  );
}

function AcceptSplit({ booking, offerCents }: { booking: BookingDetails; offerCents: number }) {
  const accept = trpc.disputes.acceptSplit.useMutation(
    createBookingMutation(booking, 'Offer accepted', (after) =>
      after.paymentState === 'split' ? 'The payment was split.' : 'The payment is being split.',
    ),
  );
  return (
    <ConfirmButton
      label="Accept offer"
      title="Accept the offer?"
      confirmLabel="Accept offer"
      variant={usePrimaryVariant(booking, 'accept_split')}
      loading={accept.isPending}
      onConfirm={() => accept.mutate({ id: booking.id, creatorCents: offerCents })}
    >
      {describeSplitProposal(booking, offerCents)} We split the payment immediately. You cannot undo this.
    </ConfirmButton>
  );
}

function WithdrawDispute({ booking, dispute }: { booking: BookingDetails; dispute: BookingDispute }) {
  const isProblem = dispute.kind === 'problem';
  const withdraw = trpc.disputes.withdraw.useMutation(
    createBookingMutation(booking, isProblem ? 'Report withdrawn' : 'Request withdrawn', () =>
      isProblem ? 'The automatic payout is scheduled again.' : 'The booking continues.',
    ),
  );
  return (
    <ConfirmButton
      label={isProblem ? 'Withdraw report' : 'Withdraw request'}
      title={isProblem ? 'Withdraw your report?' : WITHDRAW_REQUEST_TITLE}
      confirmLabel="Withdraw"
      cancelLabel={isProblem ? 'Keep report' : 'Keep request'}
      loading={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ id: booking.id })}
    >
      {isProblem
        ? `The automatic payout of ${formatDollars(booking.priceCents)} to ${booking.creatorName} resumes with the time that was left. You can approve the work earlier.`
        : describeContinuation(booking)}
    </ConfirmButton>
  );
}

function AgreeToRefund({ booking }: { booking: BookingDetails }) {
  const agree = trpc.disputes.agreeToRefund.useMutation(
    createBookingMutation(booking, 'Refund agreed', describeRefund),
  );
  const isBrand = booking.viewer === 'brand';
  return (
    <ConfirmButton
      label={isBrand ? 'Agree to cancel' : 'Agree to a full refund'}
      title={isBrand ? 'Cancel this booking?' : 'Agree to a full refund?'}
      confirmLabel="Refund in full"
      destructive
      loading={agree.isPending}
      onConfirm={() => agree.mutate({ id: booking.id })}
    >
      We refund {formatDollars(booking.totalCents)} {isBrand ? 'to your card' : `to ${booking.brandName}`}.{' '}
      {isBrand ? `${booking.creatorName} is` : 'You are'} not paid, and we charge no platform fee. You cannot undo this.
    </ConfirmButton>
  );
}

function AddStatement({ booking }: { booking: BookingDetails }) {
  const add = trpc.disputes.addStatement.useMutation(
    createBookingMutation(booking, 'Statement added', () => `The other party and ${PRODUCT_NAME} can read it.`),
  );
  return (
    <TextDialogButton
      button="Add a statement"
      variant={usePrimaryVariant(booking, 'answer_dispute')}
      startsEmpty
      title="Add a statement"
      label="Your statement"
      missing="Please write your statement"
      limit={LIMITS.statement}
      submitLabel="Add statement"
      loading={add.isPending}
      onSubmit={(text, sent) => add.mutate({ id: booking.id, text }, sent)}
      consequence={`The other party and ${PRODUCT_NAME} can read your statement. You cannot change or remove it.`}
    />
  );
}

/** Lets the creator propose a split in which they keep a part of the price. */
function ProposeSplit({ booking }: { booking: BookingDetails }) {
  const keptAs = `offer ${booking.id}`;
  // If the session expired while the dialog was open, reopens it with the amount typed so far.
  const [isOpen, { open, close }] = useDisclosure(findFormBackup(keptAs) !== null);
  return (
    <>
      <Button variant="default" onClick={open}>
        Offer a split
      </Button>
      <LazySplitProposalDialog booking={booking} keptAs={keptAs} opened={isOpen} onClose={close} />
    </>
  );
}

/** Lets the brand report a problem with completed work. The report stops the payout. */
export function ReportProblem({ booking }: { booking: BookingDetails }) {
  const [desiredOutcome, setDesiredOutcome] = useState<DesiredOutcome | null>(null);
  const report = trpc.disputes.reportProblem.useMutation(
    createBookingMutation(booking, 'Problem reported', () =>
      describeTimeToAnswer(booking.creatorName, booking, 'disputeDays'),
    ),
  );
  return (
    <TextDialogButton
      button="Report a problem"
      title="Report a problem"
      label="What is wrong?"
      missing="Please describe the problem"
      limit={LIMITS.statement}
      submitLabel="Report problem"
      loading={report.isPending}
      onSubmit={(problem, sent) => report.mutate({ id: booking.id, problem, desiredOutcome }, sent)}
      consequence={
        <>
          We stop the payout and hold your {formatDollars(booking.totalCents)}.{' '}
          {describeTimeToAnswer(booking.creatorName, booking, 'disputeDays')} You can withdraw the report at any time.
          <PossibleOutcomes booking={booking} step="report_problem" />
        </>
      }
    >
      <LazyPart>
        <LazyDesiredOutcomeField value={desiredOutcome} onChange={setDesiredOutcome} />
      </LazyPart>
    </TextDialogButton>
  );
}
