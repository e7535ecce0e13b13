import { Button, Group, Text } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { findRecentBooking, clearRecentBooking } from '../bookings/recentBooking.ts';

/**
 * Shows the booking that the user has just paid for, with its next step. After the checkout, the user is redirected
 * to this page.
 */
export function RecentBooking() {
  // Null on the server, because the id is stored in the tab's session storage.
  const [id, setId] = useState(findRecentBooking);
  const { data: booking } = trpc.bookings.byId.useQuery({ id: id ?? '' }, { enabled: id !== null });
  if (id === null || booking === undefined || booking.status !== 'pending') return null;
  const dismiss = () => {
    clearRecentBooking();
    setId(null);
  };
  return (
    <Callout
      tone="info"
      icon={<CircleCheck size={20} aria-hidden />}
      title={`You booked ${booking.packageName} by ${booking.creatorName}`}
    >
      <Text inherit>
        {formatDollars(booking.totalCents)} is on hold on your card. You are charged only if {booking.creatorName}{' '}
        accepts.
        {booking.acceptBy !== null && (
          <span>
            {' '}
            The order expires on <DateTime at={booking.acceptBy} /> if there is no answer.
          </span>
        )}
      </Text>
      <Group gap="sm" mt="sm">
        <Button component={Link} to={paths.bookingDetails({ bookingId: booking.id })} size="sm">
          View booking
        </Button>
        <Button size="sm" variant="default" onClick={dismiss}>
          Dismiss
        </Button>
      </Group>
    </Callout>
  );
}
