import { Group, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { formatWindow } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { TextDialogButton } from '../../../ui/TextDialogButton.tsx';
import { getOtherName, useAllowedActions, useMayAgreeToRefunds, type BookingDetails } from './booking.ts';
import classes from './Cancellation.module.css';
import { usePrimaryVariant } from './primaryAction.ts';
import { PossibleOutcomes } from './PossibleOutcomes.tsx';
import { describeRefund, createBookingMutation } from './bookingMutations.ts';
import { describeContinuation, describeTimeToAnswer, WITHDRAW_REQUEST_TITLE } from './bookings.words.ts';

/** Shows the pending cancellation request with the viewer's options. Renders nothing if there is none. */
export function OpenCancellation({ booking }: { booking: BookingDetails }) {
  const { cancellation } = booking;
  if (cancellation === null) return null;
  const isAsker =
    cancellation.requestedByWorkspaceId === (booking.viewer === 'creator' ? booking.creatorId : booking.brandId);
  return (
    <Stack gap="sm" align="stretch" w="100%">
      <Text size="sm" c="dimmed">
        {isAsker ? 'Your reason' : `${getOtherName(booking, booking.viewer)} says`}
      </Text>
      <blockquote className={classes.reason}>{cancellation.reason}</blockquote>
      {isAsker ? <WithdrawCancellation booking={booking} /> : <AnswerCancellation booking={booking} />}
    </Stack>
  );
}

function WithdrawCancellation({ booking }: { booking: BookingDetails }) {
  const withdraw = trpc.cancellations.withdraw.useMutation(
    createBookingMutation(booking, 'Request withdrawn', () => 'The booking continues.'),
  );
  return (
    <Group>
      <ConfirmButton
        label="Withdraw request"
        title={WITHDRAW_REQUEST_TITLE}
        confirmLabel="Withdraw request"
        cancelLabel="Keep request"
        loading={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ id: booking.id })}
      >
        {describeContinuation(booking)}
      </ConfirmButton>
    </Group>
  );
}

function AnswerCancellation({ booking }: { booking: BookingDetails }) {
  const may = useAllowedActions(booking);
  const mayAgree = useMayAgreeToRefunds();
  const variant = usePrimaryVariant(booking, 'answer_cancellation');
  const agree = trpc.cancellations.answer.useMutation(
    createBookingMutation(booking, 'Booking cancelled', (after) => describeRefund(after)),
  );
  const dispute = trpc.cancellations.answer.useMutation(
    createBookingMutation(booking, 'You disagreed', () => 'We hold the payment until the dispute is decided.'),
  );
  const isPending = agree.isPending || dispute.isPending;
  const other = getOtherName(booking, booking.viewer);
  const total = formatDollars(booking.totalCents);
  return (
    <Group gap="sm">
      {mayAgree && (
        <ConfirmButton
          label="Agree to cancel"
          variant={variant}
          title="Cancel this booking?"
          confirmLabel="Cancel and refund"
          cancelLabel="Keep booking"
          destructive
          loading={agree.isPending}
          disabled={isPending || !may('agree_to_cancel')}
          onConfirm={() => agree.mutate({ id: booking.id, answer: 'agree' })}
        >
          We charge no platform fee. You cannot undo this.
          <PossibleOutcomes booking={booking} step="agree_to_cancel" />
        </ConfirmButton>
      )}
      <TextDialogButton
        button="Disagree"
        disabled={isPending || !may('disagree_to_cancel')}
        title="Disagree with the cancellation"
        label="Why do you disagree?"
        missing="Please explain why you disagree"
        limit={LIMITS.statement}
        submitLabel="Disagree"
        loading={dispute.isPending}
        onSubmit={(statement, sent) => dispute.mutate({ id: booking.id, answer: 'dispute', statement }, sent)}
        consequence={
          <>
            We hold the {total} until the dispute is decided. {other} has {formatWindow(booking.windows, 'disputeDays')}{' '}
            to answer, and you can still agree later.
            <PossibleOutcomes booking={booking} step="disagree_to_cancel" />
          </>
        }
      />
    </Group>
  );
}

export function RequestCancellation({ booking }: { booking: BookingDetails }) {
  const other = getOtherName(booking, booking.viewer);
  const request = trpc.cancellations.request.useMutation(
    createBookingMutation(booking, 'Request sent', () => describeTimeToAnswer(other, booking, 'cancellationHours')),
  );
  return (
    <TextDialogButton
      button="Ask to cancel"
      title="Ask to cancel this booking"
      label="Why do you want to cancel?"
      missing="Please explain why you want to cancel"
      limit={LIMITS.cancellationReason}
      submitLabel="Send request"
      loading={request.isPending}
      onSubmit={(reason, sent) => request.mutate({ id: booking.id, reason }, sent)}
      consequence={
        <>
          {other} has {formatWindow(booking.windows, 'cancellationHours')} to agree or disagree. Until then, work is
          paused and you can withdraw the request.
          <PossibleOutcomes booking={booking} step="ask_to_cancel" />
        </>
      }
    />
  );
}

/**
 * Lets the brand cancel without the creator's consent because work did not start in time or delivery is long
 * overdue.
 */
export function CancelLateBooking({ booking, why }: { booking: BookingDetails; why: 'not_started' | 'overdue' }) {
  const after = createBookingMutation(booking, 'Booking cancelled', describeRefund);
  const notStarted = trpc.cancellations.cancelNotStarted.useMutation(after);
  const overdue = trpc.cancellations.cancelOverdue.useMutation(after);
  const isOverdue = why === 'overdue';
  const cancel = isOverdue ? overdue : notStarted;
  return (
    <ConfirmButton
      label={isOverdue ? 'Cancel overdue booking' : 'Cancel booking'}
      title={isOverdue ? 'Cancel this overdue booking?' : 'Cancel this booking?'}
      confirmLabel="Cancel and refund"
      cancelLabel="Keep booking"
      destructive
      loading={cancel.isPending}
      onConfirm={() => cancel.mutate({ id: booking.id })}
    >
      {isOverdue
        ? `Delivery is more than ${formatWindow(booking.windows, 'overdueDays')} overdue, so you can cancel right away.`
        : 'The creator did not start the work in time, so you can cancel right away.'}{' '}
      You cannot undo this.
      <PossibleOutcomes booking={booking} step="end_alone" />
    </ConfirmButton>
  );
}
