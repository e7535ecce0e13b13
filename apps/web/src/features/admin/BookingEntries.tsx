import { PAYMENT_LABELS } from '@marquee/booking';
import { Badge, Text } from '@mantine/core';
import { paths } from '../../paths.ts';
import type { Outputs } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { When } from '../../ui/When.tsx';
import { StatusBadge } from '../bookings/StatusBadge.tsx';
import { Entries, Entry } from './Entry.tsx';

/** Bookings as staff lists them: both sides, status and money. */
export function BookingEntries({ bookings }: { bookings: Outputs['admin']['bookings']['items'] }) {
  return (
    <Entries>
      {bookings.map((booking) => (
        <Entry
          key={booking.id}
          title={booking.packageName}
          to={paths.adminBooking({ id: booking.id })}
          badges={
            <>
              <StatusBadge status={booking.status} />
              {booking.needsAttention && (
                <Badge variant="light" color="red" tt="none">
                  Needs attention
                </Badge>
              )}
            </>
          }
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
      ))}
    </Entries>
  );
}
