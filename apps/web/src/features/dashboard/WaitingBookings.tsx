import { Button, Card, Text, Title } from '@mantine/core';
import type { Side } from '@marquee/booking';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc, type RouterOutputs } from '../../trpc.ts';
import { useNow } from '../../lib/readerClock.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { getOtherName } from '../bookings/booking.ts';
import { OverdueLabel } from '../bookings/OverdueLabel.tsx';
import { findRequiredAction } from '../bookings/requiredAction.ts';
import { LOADED_BY_ROUTE, WAITING_INPUT } from './loadDashboard.ts';
import classes from './WaitingBookings.module.css';

type WaitingBookingList = RouterOutputs['bookings']['waiting'];

/**
 * Lists the bookings that need action from the signed-in user, earliest deadline first. Renders nothing if there are
 * none.
 */
export function WaitingBookings({ side }: { side: Side }) {
  const { data: waiting } = trpc.bookings.waiting.useQuery(WAITING_INPUT, LOADED_BY_ROUTE);
  const titleId = useId();
  if (waiting === undefined || waiting.count === 0) return null;
  return (
    <Card component="section" aria-labelledby={titleId} className={classes.waiting ?? ''}>
      <div className={classes.head}>
        <Title order={2} fz="lg" id={titleId}>
          Waiting for you ({formatWaitingCount(waiting)})
        </Title>
        {waiting.count > waiting.items.length && (
          <Button component={Link} to={paths.bookings({ show: 'waiting' })} size="sm" variant="default">
            Show all
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {waiting.items.map((booking) => (
          <WaitingBookingRow key={booking.id} booking={booking} side={side} />
        ))}
      </ul>
    </Card>
  );
}

/** Formats the count, such as '3', or '50+' if the API stopped counting at 50. */
const formatWaitingCount = ({ count, atLeast }: WaitingBookingList): string => `${count}${atLeast ? '+' : ''}`;

function WaitingBookingRow({ booking, side }: { booking: WaitingBookingList['items'][number]; side: Side }) {
  const turn = findRequiredAction(booking, side);
  const now = useNow();
  if (turn === null) return null;
  const { by: at, overdue } = turn;
  const isLate = at !== null && Date.parse(at) < now;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={600} className={classes.name ?? ''}>
          {booking.packageName}
        </Text>
        <Text size="sm" c="dimmed" className={classes.name ?? ''}>
          {turn.text} · {side === 'creator' ? 'for' : 'by'} {getOtherName(booking, side)}
        </Text>
      </div>
      {overdue !== null && (
        <Text component="div" size="sm" className={classes.due ?? ''}>
          <OverdueLabel at={overdue.since} />
          {at !== null && (
            <Text span inherit c="dimmed">
              {overdue.label} <DateTime at={at} dateOnly />
            </Text>
          )}
        </Text>
      )}
      {overdue === null && at !== null && (
        <Text size="sm" className={classes.due ?? ''} data-late={isLate || undefined}>
          <strong>
            {isLate ? 'Was due ' : 'Due '}
            <RelativeTime at={at} />
          </strong>
          <DateTime at={at} c="dimmed" />
        </Text>
      )}
      <Button component={Link} to={turn.to} size="sm" aria-label={`${turn.label}: ${booking.packageName}`}>
        {turn.label}
      </Button>
    </li>
  );
}
