import { Box, Button, Stack } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/Section.tsx';
import { ApproveWork } from './ApproveWork.tsx';
import { isPayable, type Booking } from './booking.ts';
import { BookingMoves } from './BookingMoves.tsx';
import { NextStep } from './NextStep.tsx';

/** What happens next, and what the viewer can do about it. */
export function NextStepSection({ booking }: { booking: Booking }) {
  return (
    <Section title="What happens next">
      <Stack gap="md" align="flex-start">
        <Box aria-live="polite">
          <NextStep booking={booking} side={booking.viewer} />
        </Box>
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
