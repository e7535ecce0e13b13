import { Skeleton } from '@mantine/core';
import { SectionCard } from '../../ui/SectionCard.tsx';
import type { BookingDetails } from '../bookings/booking.ts';

/** Stands for the reviews of a booking until they are there. A creator always has some words of them. */
export const ReviewsSkeleton = ({ booking: { viewer } }: { booking: BookingDetails }) =>
  viewer === 'creator' && (
    <SectionCard title="Reviews">
      <Skeleton height={24} radius="md" />
    </SectionCard>
  );
