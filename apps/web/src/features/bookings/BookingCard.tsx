import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/Money.tsx';
import { When } from '../../ui/When.tsx';
import { isPayable, otherName, paymentLabel, type BookingRow, type Side } from './booking.ts';
import classes from './BookingCard.module.css';
import { NextStep } from './NextStep.tsx';
import { StatusBadge } from './StatusBadge.tsx';

/** One booking of a list: what, with whom, how much for the reader, where it stands, what comes next. */
export function BookingCard({ booking, side }: { booking: BookingRow; side: Side }) {
  const details = paths.bookingDetails({ bookingId: booking.id });
  return (
    <Card component="li" className={classes.card ?? ''}>
      <div className={classes.head}>
        <div>
          <Title order={2} className={classes.name ?? ''}>
            <Anchor component={Link} to={details} inherit c="inherit">
              {booking.packageName}
            </Anchor>
          </Title>
          <Text size="sm" c="dimmed">
            {side === 'creator' ? 'for' : 'by'} {otherName(booking, side)} · <When at={booking.createdAt} dateOnly />
          </Text>
        </div>
        <StatusBadge status={booking.status} />
      </div>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{paymentLabel(booking)}</Text>
        <Text size="sm">
          {side === 'creator' ? 'You receive ' : 'Total '}
          <Money cents={side === 'creator' ? booking.priceCents : booking.totalCents} fw={650} fz="md" />
        </Text>
      </Group>
      <div className={classes.next}>
        <NextStep booking={booking} side={side} />
      </div>
      <Group justify="flex-end" gap="sm">
        {side === 'brand' && isPayable(booking) && (
          <Button component={Link} to={paths.checkout({ bookingId: booking.id })} size="sm">
            Continue payment
          </Button>
        )}
        <Button
          component={Link}
          to={details}
          variant="default"
          size="sm"
          aria-label={`View details of ${booking.packageName}`}
        >
          View Details
        </Button>
      </Group>
    </Card>
  );
}
