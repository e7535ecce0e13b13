import { Badge } from '@mantine/core';
import type { BookingStatus, PaymentState } from '@marquee/booking';
import { StatusBadge } from '../../booking/bookings/StatusBadge.tsx';

/** Shows a user's account type, plus the admin role and a suspension if there is one. */
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

/** Shows a booking's status, with a second badge if the booking needs attention from staff. */
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
