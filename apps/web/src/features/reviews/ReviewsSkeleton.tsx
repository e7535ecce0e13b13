import { Skeleton } from '@mantine/core';
import { SectionCard } from '../../ui/SectionCard.tsx';
import type { BookingDetails } from '../bookings/booking.ts';

/** Placeholder for a booking's reviews. Only shown to the creator, whose view of this section is never empty. */
export const ReviewsSkeleton = ({ booking: { viewer } }: { booking: BookingDetails }) =>
  viewer === 'creator' && (
    <SectionCard title="Reviews">
      <Skeleton height={24} radius="md" />
    </SectionCard>
  );
