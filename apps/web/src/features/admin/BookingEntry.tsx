import { Text } from '@mantine/core';
import { PAYMENT_LABELS } from '@marquee/booking';
import { paths } from '../../paths.ts';
import type { Outputs } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { When } from '../../ui/When.tsx';
import { BookingBadges } from './Badges.tsx';
import { Entry } from './Entry.tsx';

/** A booking as staff lists it: both sides, status and money. */
export function BookingEntry({ booking }: { booking: Outputs['admin']['bookings']['items'][number] }) {
  return (
    <Entry
      title={booking.packageName}
      to={paths.adminBooking({ id: booking.id })}
      badges={<BookingBadges booking={booking} />}
      meta={
        <>
          {booking.brandName} with {booking.creatorName} · <When at={booking.createdAt} dateOnly />
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
