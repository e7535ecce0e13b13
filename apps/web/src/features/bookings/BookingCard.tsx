import { Anchor, Button, Card, Text, Title } from '@mantine/core';
import type { Side } from '@marquee/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/Money.tsx';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { getOtherName, getPaymentLabel, type BookingListItem } from './booking.ts';
import classes from './BookingCard.module.css';
import { NextStepText } from './NextStepText.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { findRequiredAction } from './requiredAction.ts';

const getOtherPerson = (booking: BookingListItem, side: Side) => ({
  fullName: getOtherName(booking, side),
  profileImageUrl: side === 'creator' ? booking.brandImageUrl : booking.creatorImageUrl,
});

export function BookingCard({ booking, side }: { booking: BookingListItem; side: Side }) {
  const details = paths.bookingDetails({ bookingId: booking.id });
  const { waitingFor } = booking.nextStep;
  const turn = findRequiredAction(booking, side);
  return (
    <Card component="li" className={classes.card ?? ''}>
      <div className={classes.what}>
        <PersonAvatar person={getOtherPerson(booking, side)} size={44} className={classes.face ?? ''} />
        <div className={classes.head}>
          <Title order={2} className={classes.name ?? ''}>
            <Anchor component={Link} to={details} inherit c="inherit">
              {booking.packageName}
            </Anchor>
          </Title>
          <StatusBadge booking={booking} />
        </div>
        <Text size="sm" c="dimmed" mt={2} className={classes.text ?? ''}>
          {side === 'creator' ? 'for' : 'by'} {getOtherName(booking, side)} ·{' '}
          <DateTime at={booking.createdAt} dateOnly />
        </Text>
      </div>
      {/* Shown while an action is due, and for cancelled bookings, where it contains the reason. */}
      {(waitingFor !== 'nobody' || booking.status === 'cancelled') && (
        <div className={classes.next} data-yours={waitingFor === side}>
          <NextStepText booking={booking} side={side} />
        </div>
      )}
      <div className={classes.foot}>
        <div className={classes.money}>
          <Text size="sm" c="dimmed">
            {side === 'creator' ? 'You receive ' : 'Total '}
            <Money
              cents={side === 'creator' ? booking.priceCents : booking.totalCents}
              fw={650}
              fz="lg"
              c="var(--mantine-color-text)"
            />
          </Text>
          <Text size="sm">{getPaymentLabel(booking, side)}</Text>
        </div>
        <div className={classes.actions}>
          {turn !== null && (
            <Button component={Link} to={turn.to} size="sm" aria-label={`${turn.label}: ${booking.packageName}`}>
              {turn.label}
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
        </div>
      </div>
    </Card>
  );
}
