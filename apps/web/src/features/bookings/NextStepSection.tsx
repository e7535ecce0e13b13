import { Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/Section.tsx';
import { ApproveWork } from './ApproveWork.tsx';
import { isPayable, type Booking } from './booking.ts';
import { BookingMoves } from './BookingMoves.tsx';
import { NextStep } from './NextStep.tsx';

/** What happens next, and what the viewer can do about it. */
export function NextStepSection({ booking }: { booking: Booking }) {
  const step = useRef<HTMLDivElement>(null);
  useKeepFocus(step, `${booking.status} ${booking.paymentState}`);
  return (
    <Section title="What happens next">
      <Stack gap="md" align="flex-start">
        <div ref={step} tabIndex={-1} aria-live="polite">
          <NextStep booking={booking} side={booking.viewer} />
        </div>
        {booking.viewer === 'creator' ? <BookingMoves booking={booking} /> : <BrandMoves booking={booking} />}
      </Stack>
    </Section>
  );
}

function BrandMoves({ booking }: { booking: Booking }) {
  if (isPayable(booking)) {
    return (
      <Button component={Link} to={paths.checkout({ bookingId: booking.id })}>
        Continue payment
      </Button>
    );
  }
  return booking.status === 'completed' && booking.paymentState === 'held' ? <ApproveWork booking={booking} /> : null;
}

/** The pressed button goes with the state it was for; the focus stays here instead of starting over at the top of the page. */
function useKeepFocus(target: React.RefObject<HTMLElement | null>, state: string) {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [target, state]);
}
