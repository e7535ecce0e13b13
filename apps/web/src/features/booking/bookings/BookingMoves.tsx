import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import {
  computeExtendedAcceptBy,
  describeAgencyPart,
  ACTIONS_BY_TARGET_STATUS,
  listMovesFrom,
  BOOKING_REFUSALS,
  findRefusal,
  type BookingStatus,
  MAX_SHIPPING_DAYS,
} from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { useDisclosure } from '@mantine/hooks';
import { lazy, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { LazyPart, createLazyDialog } from '../../../ui/LazyPart.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { useNow } from '../../../lib/readerClock.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { useAllowedActions, type BookingDetails } from './booking.ts';
import { CancelLateBooking, OpenCancellation, RequestCancellation } from './Cancellation.tsx';
import { CreatorAnswer } from './CreatorAnswer.tsx';
import type { DeclineDialogProps } from './DeclineDialog.tsx';
import { DeliveredWork } from './DeliveredWork.tsx';
import type { DeliveryDialogProps } from './DeliveryDialog.tsx';
import { ReportProblem } from './DisputeSection.tsx';
import { NextStepText } from './NextStepText.tsx';
import { PossibleOutcomes } from './PossibleOutcomes.tsx';
import classes from './BookingMoves.module.css';
import { usePrimaryAction, usePrimaryVariant } from './primaryAction.ts';
import { createBookingMutation, useMoveBooking } from './bookingMutations.ts';
import { describeRelease, RELEASE_PAYMENT } from './bookings.words.ts';

const DeliveryDialog = createLazyDialog<DeliveryDialogProps>(() =>
  import('./DeliveryDialog.tsx').then((module) => module.DeliveryDialog),
);
const DeclineDialog = createLazyDialog<DeclineDialogProps>(() =>
  import('./DeclineDialog.tsx').then((module) => module.DeclineDialog),
);
const AnswerNoteField = lazy(() =>
  import('./AnswerNoteField.tsx').then((module) => ({ default: module.AnswerNoteField })),
);

/** Shows the next step of a booking and the viewer's buttons for it. `children` are additional buttons. */
export function NextStepSection({ booking, children }: { booking: BookingDetails; children?: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useKeepFocus(step, `${booking.status} ${booking.paymentState} ${booking.cancellation?.id ?? ''}`);
  return (
    <SectionCard title="What happens next">
      <Stack gap="md" align="flex-start">
        <div ref={step} tabIndex={-1} aria-live="polite">
          <NextStepText booking={booking} side={booking.viewer} />
        </div>
        <CreatorAnswer booking={booking} />
        <DeliveredWork booking={booking} isCreator={booking.viewer === 'creator'} />
        {children}
        {booking.cancellation !== null && <OpenCancellation booking={booking} />}
        {booking.viewer === 'creator' ? <BookingMoves booking={booking} /> : <BrandMoves booking={booking} />}
        {booking.nextStep.waitingFor !== 'nobody' && (
          <details>
            <summary className={classes.summary}>What else can happen</summary>
            <PossibleOutcomes booking={booking} step="wait" />
            <Anchor
              component={Link}
              to={paths.howMoneyMoves({ booking: booking.id })}
              size="sm"
              mt="sm"
              display="block"
            >
              See all stages of a booking
            </Anchor>
          </details>
        )}
      </Stack>
    </SectionCard>
  );
}

function CancellationMoves({ booking }: { booking: BookingDetails }) {
  const may = useAllowedActions(booking);
  return (
    <>
      {may('cancel_not_started') && <CancelLateBooking booking={booking} why="not_started" />}
      {may('cancel_overdue') && <CancelLateBooking booking={booking} why="overdue" />}
      {may('ask_to_cancel') && <RequestCancellation booking={booking} />}
    </>
  );
}

function BrandMoves({ booking }: { booking: BookingDetails }) {
  const may = useAllowedActions(booking);
  return (
    <Group gap="sm" className={classes.moves ?? ''}>
      {may('pay') && (
        <Button component={Link} to={paths.checkout({ bookingId: booking.id })}>
          Continue payment
        </Button>
      )}
      {may('approve') && <ApproveWork booking={booking} />}
      {may('report_problem') && <ReportProblem booking={booking} />}
      {may('extend_acceptance') && <ExtendAcceptance booking={booking} />}
      {may('withdraw') && <WithdrawOrder booking={booking} />}
      <CancellationMoves booking={booking} />
    </Group>
  );
}

/**
 * Moves the focus to `target` when `state` changes. The button that the user clicked is removed with the old state,
 * and the focus would otherwise return to the top of the page.
 */
function useKeepFocus(target: React.RefObject<HTMLElement | null>, state: string) {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [target, state]);
}

/**
 * Shows the creator the actions that the state machine currently allows. Each action has a text about its effect on
 * the money.
 */
function BookingMoves({ booking }: { booking: BookingDetails }) {
  const move = useMoveBooking(booking);
  const [isDeclining, declining] = useDisclosure(false);
  const [isDelivering, delivering] = useDisclosure(false);
  const noteId = useId();
  const [note, setNote] = useState<string | null>(null);
  const now = new Date(useNow());
  const moves = listMovesFrom(booking.status).map((each) => {
    const action = ACTIONS_BY_TARGET_STATUS[each.to];
    const refusal = action === null ? 'BOOKING_MOVE_REFUSED' : findRefusal(action, booking.facts, booking.viewer, now);
    return { ...each, refusal };
  });
  const [forward] = moves;
  const explanation = forward?.refusal ? BOOKING_REFUSALS[forward.refusal] : describeConsequence(booking);
  const primary = usePrimaryAction(booking);
  const go = (status: BookingStatus) =>
    move.mutate({ id: booking.id, status, ...(status === 'accepted' && note !== null && { note }) });

  return (
    <>
      {explanation !== '' && (
        <Text size="sm" c="dimmed" id={noteId}>
          {explanation}
        </Text>
      )}
      <Group gap="sm" className={classes.moves ?? ''}>
        {moves.map(({ to, label, refusal }) => (
          <Button
            key={to}
            aria-describedby={explanation === '' || to === 'cancelled' ? undefined : noteId}
            variant={ACTIONS_BY_TARGET_STATUS[to] === primary ? 'filled' : 'default'}
            loading={move.isPending && move.variables.status === to}
            disabled={refusal !== null || move.isPending}
            onClick={() => (to === 'cancelled' ? declining.open() : to === 'completed' ? delivering.open() : go(to))}
          >
            {label}
          </Button>
        ))}
        <CancellationMoves booking={booking} />
      </Group>
      {forward?.to === 'accepted' && forward.refusal === null && (
        <AcceptanceNote brandName={booking.brandName} note={note} onChange={setNote} />
      )}
      <DeliveryDialog
        booking={booking}
        opened={isDelivering}
        loading={move.isPending}
        onClose={delivering.close}
        onDeliver={(delivery) =>
          move.mutate({ id: booking.id, status: 'completed', delivery }, { onSettled: delivering.close })
        }
      />
      <DeclineDialog
        booking={booking}
        opened={isDeclining}
        loading={move.isPending}
        onClose={declining.close}
        onDecline={(answer) =>
          move.mutate({ id: booking.id, status: 'cancelled', ...answer }, { onSettled: declining.close })
        }
      />
    </>
  );
}

/** Lets the creator add a note to the acceptance. The field is hidden until they click the button. */
function AcceptanceNote(props: { brandName: string; note: string | null; onChange: (note: string) => void }) {
  if (props.note === null)
    return (
      <Button variant="subtle" size="sm" ml={-18} onClick={() => props.onChange('')}>
        Add a note
      </Button>
    );
  return (
    <LazyPart>
      <AnswerNoteField
        label={`Note to ${props.brandName} (optional)`}
        description="Sent with your acceptance."
        note={props.note}
        onChange={props.onChange}
      />
    </LazyPart>
  );
}

/** Explains the effect of the creator's next action. The dialog for completing the work has its own explanation. */
function describeConsequence(booking: BookingDetails): string {
  const { agency } = booking;
  const price = formatDollars(booking.priceCents - (agency?.cents ?? 0));
  const share = agency === null ? '' : ` ${describeAgencyPart(agency)}`;
  switch (booking.status) {
    case 'pending':
      return `When you accept, we charge ${booking.brandName}’s card ${formatDollars(booking.totalCents)} and hold the payment. You receive ${price} after the work is completed.${share}`;
    case 'accepted':
      return booking.needsProduct
        ? `When you start, you have ${pluralize(booking.deliveryDays, 'day')} from the arrival of the product, or from ${pluralize(MAX_SHIPPING_DAYS, 'day')} after the start if it arrives later.`
        : `When you start, you have ${pluralize(booking.deliveryDays, 'day')} to deliver the work.`;
    default:
      return '';
  }
}

/** Lets the brand extend the creator's deadline to accept, once per booking. */
function ExtendAcceptance({ booking }: { booking: BookingDetails }) {
  const extend = trpc.bookings.extendAcceptance.useMutation(
    createBookingMutation(booking, 'Deadline extended', () => `${booking.creatorName} has more time to accept.`),
  );
  const { acceptBy, captureBefore } = booking;
  const extended =
    acceptBy &&
    computeExtendedAcceptBy(
      new Date(acceptBy),
      captureBefore === null ? null : new Date(captureBefore),
      booking.windows,
    );
  if (!extended) return null;
  return (
    <ConfirmButton
      label="Give more time"
      title={`Give ${booking.creatorName} more time?`}
      confirmLabel="Give more time"
      loading={extend.isPending}
      onConfirm={() => extend.mutate({ id: booking.id })}
    >
      {booking.creatorName} can then accept until <DateTime at={extended.toISOString()} />. Your card stays authorized
      for {formatDollars(booking.totalCents)} and is not charged unless {booking.creatorName} accepts. You can extend
      the deadline once.
    </ConfirmButton>
  );
}

function WithdrawOrder({ booking }: { booking: BookingDetails }) {
  const withdraw = trpc.bookings.withdraw.useMutation(
    createBookingMutation(
      booking,
      'Order withdrawn',
      () => 'Your card was not charged.',
      'The order could not be withdrawn',
    ),
  );
  const total = formatDollars(booking.totalCents);
  return (
    <ConfirmButton
      label="Withdraw order"
      title="Withdraw this order?"
      confirmLabel="Withdraw order"
      cancelLabel="Keep order"
      destructive
      loading={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ id: booking.id })}
    >
      {booking.authorizedAt === null
        ? `You have not paid the ${total} yet, and your card is not charged.`
        : `We release the hold of ${total} on your card, and nothing is charged. We notify ${booking.creatorName}.`}{' '}
      You cannot undo this, but you can order again at any time.
      {booking.authorizedAt !== null && <PossibleOutcomes booking={booking} step="withdraw" />}
    </ConfirmButton>
  );
}

/** Lets the brand approve completed work, which pays the creator immediately. */
function ApproveWork({ booking }: { booking: BookingDetails }) {
  const approve = trpc.settlements.approve.useMutation(
    createBookingMutation(booking, 'Work approved', describeApproval, 'The payment could not be released'),
  );
  return (
    <ConfirmButton
      {...RELEASE_PAYMENT}
      variant={usePrimaryVariant(booking, 'approve')}
      loading={approve.isPending}
      onConfirm={() => approve.mutate({ id: booking.id })}
    >
      {describeRelease(booking)}
    </ConfirmButton>
  );
}

function describeApproval(booking: BookingDetails): string {
  const amount = formatDollars(booking.priceCents);
  if (booking.paymentState === 'released') return `${amount} was paid out to ${booking.creatorName}.`;
  if (booking.blockedReason !== null && booking.blockedReason !== 'payout_setup')
    return `We pay out ${amount} after a security check.`;
  if (booking.blockedReason !== null)
    return `We pay out ${amount} as soon as ${booking.creatorName} can receive payouts.`;
  return `${amount} is on its way to ${booking.creatorName}.`;
}
