import { Button, Card, Text, Title } from '@mantine/core';
import type { Side } from '@marquee/booking';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc, type Outputs } from '../../trpc.ts';
import { useNow } from '../../ui/clock.ts';
import { Relative } from '../../ui/Relative.tsx';
import { When } from '../../ui/When.tsx';
import { otherName } from '../bookings/booking.ts';
import { OverdueSince } from '../bookings/OverdueSince.tsx';
import { turnOf } from '../bookings/turn.ts';
import { LOADED, SHOWN_WAITING } from './loadDashboard.ts';
import classes from './Waiting.module.css';

type Waiting = Outputs['bookings']['waiting'];

/** What waits for the reader, what is due first in front. Nothing when nothing does. */
export function Waiting({ side }: { side: Side }) {
  const { data: waiting } = trpc.bookings.waiting.useQuery(SHOWN_WAITING, LOADED);
  const titleId = useId();
  if (waiting === undefined || waiting.count === 0) return null;
  return (
    <Card component="section" aria-labelledby={titleId} className={classes.waiting ?? ''}>
      <div className={classes.head}>
        <Title order={2} fz="lg" id={titleId}>
          Waiting for you ({countOf(waiting)})
        </Title>
        {waiting.count > waiting.items.length && (
          <Button component={Link} to={paths.bookings({ show: 'waiting' })} size="sm" variant="default">
            Show all
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {waiting.items.map((booking) => (
          <WaitingRow key={booking.id} booking={booking} side={side} />
        ))}
      </ul>
    </Card>
  );
}

/** '3', or '50+' where no more are counted. */
const countOf = ({ count, atLeast }: Waiting): string => `${count}${atLeast ? '+' : ''}`;

function WaitingRow({ booking, side }: { booking: Waiting['items'][number]; side: Side }) {
  const turn = turnOf(booking, side);
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
          {turn.text} · {side === 'creator' ? 'for' : 'by'} {otherName(booking, side)}
        </Text>
      </div>
      {overdue !== null && (
        <Text component="div" size="sm" className={classes.due ?? ''}>
          <OverdueSince at={overdue.since} />
          {at !== null && (
            <Text span inherit c="dimmed">
              {overdue.label} <When at={at} dateOnly />
            </Text>
          )}
        </Text>
      )}
      {overdue === null && at !== null && (
        <Text size="sm" className={classes.due ?? ''} data-late={isLate || undefined}>
          <strong>
            {isLate ? 'Was due ' : 'Due '}
            <Relative at={at} />
          </strong>
          <When at={at} c="dimmed" />
        </Text>
      )}
      <Button component={Link} to={turn.to} size="sm" aria-label={`${turn.label}: ${booking.packageName}`}>
        {turn.label}
      </Button>
    </li>
  );
}
