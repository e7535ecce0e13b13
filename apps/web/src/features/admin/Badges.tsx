import { Badge } from '@mantine/core';
import type { BookingStatus, PaymentState } from '@marquee/booking';
import { StatusBadge } from '../bookings/StatusBadge.tsx';

/** The account type, the role and whether the account is suspended. */
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

/** The status of a booking, and a badge if staff should look at it. */
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
