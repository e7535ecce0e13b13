import { Badge } from '@mantine/core';
import type { BookingStatus, PaymentState } from '@marquee/booking';
import { StatusBadge } from '../bookings/StatusBadge.tsx';

/** What kind of account this is, and whether it is closed. */
export const UserBadges = ({ user }: { user: { userType: string; role: string; suspendedAt: string | null } }) => (
  <>
    <Badge variant="light" color="gray" tt="none">
      {user.userType === 'influencer' ? 'Creator' : 'Brand'}
    </Badge>
    {user.role === 'admin' && (
      <Badge variant="light" tt="none">
        Admin
      </Badge>
    )}
    {user.suspendedAt !== null && (
      <Badge variant="light" color="red" tt="none">
        Suspended
      </Badge>
    )}
  </>
);

/** How a booking stands, and whether staff should look at it. */
export const AdminBookingBadges = ({
  booking,
}: {
  booking: { status: BookingStatus; paymentState: PaymentState; needsAttention: boolean };
}) => (
  <>
    <StatusBadge booking={booking} />
    {booking.needsAttention && (
      <Badge variant="light" color="red" tt="none">
        Needs attention
      </Badge>
    )}
  </>
);
