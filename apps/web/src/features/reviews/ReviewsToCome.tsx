import { Skeleton } from '@mantine/core';
import { Section } from '../../ui/Section.tsx';
import type { Booking } from '../bookings/booking.ts';

/** Stands for the reviews of a booking until they are there. A creator always has some words of them. */
export const ReviewsToCome = ({ booking: { viewer } }: { booking: Booking }) =>
  viewer === 'creator' && (
    <Section title="Reviews">
      <Skeleton height={24} radius="md" />
    </Section>
  );
