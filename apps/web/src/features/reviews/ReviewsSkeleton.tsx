import { Skeleton } from '@mantine/core';
import { SectionCard } from '../../ui/SectionCard.tsx';
import type { BookingDetails } from '../bookings/booking.ts';

/** A placeholder for a booking's reviews. The creator's view always contains text. */
export const ReviewsSkeleton = ({ booking: { viewer } }: { booking: BookingDetails }) =>
  viewer === 'creator' && (
    <SectionCard title="Reviews">
      <Skeleton height={24} radius="md" />
    </SectionCard>
  );
