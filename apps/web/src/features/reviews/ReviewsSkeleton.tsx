import { Skeleton } from '@mantine/core';
import { SectionCard } from '../../ui/SectionCard.tsx';
import type { BookingDetails } from '../bookings/booking.ts';

/** Placeholder for a booking's reviews. Only creators see it, because the section is never empty for them. */
export const ReviewsSkeleton = ({ booking: { viewer } }: { booking: BookingDetails }) =>
  viewer === 'creator' && (
    <SectionCard title="Reviews">
      <Skeleton height={24} radius="md" />
    </SectionCard>
  );
