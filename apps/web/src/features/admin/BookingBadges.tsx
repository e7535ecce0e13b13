import type { BookingStatus } from '@marquee/booking';
import { Badge } from '@mantine/core';
import { StatusBadge } from '../bookings/StatusBadge.tsx';

/** How a booking stands, and whether staff should look at it. */
export const BookingBadges = ({ booking }: { booking: { status: BookingStatus; needsAttention: boolean } }) => (
  <>
    <StatusBadge status={booking.status} />
    {booking.needsAttention && (
      <Badge variant="light" color="red" tt="none">
        Needs attention
      </Badge>
    )}
  </>
);
