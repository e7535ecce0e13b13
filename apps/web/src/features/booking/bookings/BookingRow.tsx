import { Anchor, Button, Text, Title } from '@mantine/core';
import type { Side } from '@marquee/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { useUser } from '../../../session.ts';
import { Money } from '../../../ui/Money.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { getOtherName, type BookingListItem } from './booking.ts';
import classes from './BookingRow.module.css';
import { OverdueLabel } from './OverdueLabel.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { findRequiredAction } from './requiredAction.ts';

/** Shows a booking in one row of a list, with the action that it needs from the viewer. */
export function BookingRow({ booking, side }: { booking: BookingListItem; side: Side }) {
  const action = findRequiredAction(booking, side, useUser()?.memberRole ?? 'viewer');
  const isCreator = side === 'creator';
  const logoUrl = isCreator ? booking.clientLogoUrl : null;
  const other = {
    fullName: getOtherName(booking, side),
    profileImageUrl: logoUrl ?? (isCreator ? booking.brandImageUrl : booking.creatorImageUrl),
  };
  return (
    <li className={classes.row}>
      <PersonAvatar person={other} size={40} kind={logoUrl === null ? 'portrait' : 'logo'} />
      <div className={classes.what}>
        <Title order={2} className={classes.name ?? ''}>
          <Anchor
            component={Link}
            to={paths.bookingDetails({ bookingId: booking.id })}
            inherit
            c="inherit"
            className={classes.link ?? ''}
          >
            {booking.packageName}
          </Anchor>
        </Title>
        <Text size="sm" c="dimmed" className={classes.other ?? ''}>
          {isCreator ? 'for' : 'by'} {other.fullName}
        </Text>
      </div>
      <div className={classes.state}>
        <StatusBadge booking={booking} />
        <Text component="div" size="sm" c="dimmed">
          <BookingDate booking={booking} />
        </Text>
      </div>
      <Text component="div" className={classes.amount ?? ''}>
        <Money cents={isCreator ? booking.priceCents : booking.totalCents} fw={650} />
        <Text span size="sm" c="dimmed">
          {isCreator ? 'to you' : 'total'}
        </Text>
      </Text>
      {action !== null && (
        <Button
          component={Link}
          to={action.to}
          size="sm"
          variant="light"
          className={classes.action ?? ''}
          aria-label={`${action.label}: ${booking.packageName}`}
        >
          {action.label}
        </Button>
      )}
    </li>
  );
}

/** Shows the next deadline of a booking, or the day of its order if it has none. */
function BookingDate({ booking: { nextStep, createdAt } }: { booking: BookingListItem }) {
  if (nextStep.overdueSince !== null) return <OverdueLabel at={nextStep.overdueSince} />;
  return (
    <span>
      {nextStep.at === null ? 'Ordered' : nextStep.label} <DateTime at={nextStep.at ?? createdAt} dateOnly />
    </span>
  );
}
