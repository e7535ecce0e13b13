import { Text } from '@mantine/core';
import { PAYMENT_LABELS } from '@marquee/booking';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { Money } from '../../../ui/Money.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { AdminBookingBadges } from './Badges.tsx';
import { AdminRow } from './AdminRow.tsx';

export function AdminBookingRow({ booking }: { booking: RouterOutputs['admin']['bookings']['items'][number] }) {
  return (
    <AdminRow
      title={booking.packageName}
      to={paths.adminBooking({ id: booking.id })}
      badges={<AdminBookingBadges booking={booking} />}
      meta={
        <>
          {booking.brandName} with {booking.creatorName} · <DateTime at={booking.createdAt} dateOnly />
        </>
      }
      side={
        <>
          <Money cents={booking.totalCents} fw={650} />
          <Text size="sm" c="dimmed">
            {PAYMENT_LABELS[booking.paymentState]}
          </Text>
        </>
      }
    />
  );
}
