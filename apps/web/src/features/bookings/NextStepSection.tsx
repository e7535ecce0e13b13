import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/Section.tsx';
import { OpenCancellation } from './AnswerCancellation.tsx';
import { ApproveWork } from './ApproveWork.tsx';
import { isPayable, type Booking } from './booking.ts';
import { BookingMoves } from './BookingMoves.tsx';
import { CancelOverdue } from './CancelOverdue.tsx';
import { ExtendAcceptance } from './ExtendAcceptance.tsx';
import { NextStep } from './NextStep.tsx';
import { ReportProblem } from './ReportProblem.tsx';
import { RequestCancellation } from './RequestCancellation.tsx';

/** What happens next, and what the viewer can do about it. */
export function NextStepSection({ booking }: { booking: Booking }) {
  const step = useRef<HTMLDivElement>(null);
  useKeepFocus(step, `${booking.status} ${booking.paymentState} ${booking.cancellation?.id ?? ''}`);
  return (
    <Section title="What happens next">
      <Stack gap="md" align="flex-start">
        <div ref={step} tabIndex={-1} aria-live="polite">
          <NextStep booking={booking} side={booking.viewer} />
        </div>
        {booking.viewer === 'creator' ? <BookingMoves booking={booking} /> : <BrandMoves booking={booking} />}
        {booking.cancellation !== null && <OpenCancellation booking={booking} />}
        {canAskToCancel(booking) && (
          <Group gap="sm">
            {booking.viewer === 'brand' && booking.canCancelOverdue && <CancelOverdue booking={booking} />}
            <RequestCancellation booking={booking} />
          </Group>
        )}
      </Stack>
    </Section>
  );
}

/** Between the acceptance and the completion, while the money is free and nobody has asked yet. */
const canAskToCancel = (booking: Booking): boolean =>
  (booking.status === 'accepted' || booking.status === 'in_progress') &&
  booking.paymentState === 'held' &&
  booking.cancellation === null;

function BrandMoves({ booking }: { booking: Booking }) {
  if (isPayable(booking)) {
    return (
      <Button component={Link} to={paths.checkout({ bookingId: booking.id })}>
        Continue payment
      </Button>
    );
  }
  if (booking.status === 'pending' && booking.paymentState === 'authorized')
    return <ExtendAcceptance booking={booking} />;
  if (booking.status !== 'completed' || booking.paymentState !== 'held') return null;
  return (
    <Group gap="sm">
      <ApproveWork booking={booking} />
      {booking.canReportProblem && <ReportProblem booking={booking} />}
    </Group>
  );
}

/**
 * The pressed button goes with the state it was for; the focus
 * stays here instead of starting over at the top of the page.
 */
function useKeepFocus(target: React.RefObject<HTMLElement | null>, state: string) {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [target, state]);
}
