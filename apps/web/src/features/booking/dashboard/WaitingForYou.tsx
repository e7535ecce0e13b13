import { Button, Card, Text, Title } from '@mantine/core';
import { formatOrdinal, type Side } from '@marquee/booking';
import { hasPermission } from '@marquee/contracts';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { useNow } from '../../../lib/readerClock.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { canHaveRequests, useUser } from '../../../session.ts';
import { getOtherName } from '../bookings/booking.ts';
import { OverdueLabel } from '../bookings/OverdueLabel.tsx';
import { findRequiredAction } from '../bookings/requiredAction.ts';
import { LOADED_BY_ROUTE, WAITING_INPUT } from './loadDashboard.ts';
import classes from './WaitingForYou.module.css';

/**
 * Lists what needs an action that the user may take: bookings by deadline, slots offered to a brand on a waiting list,
 * offers, and orders that members of the brand requested. A brand's other waiting-list entries follow. Renders nothing
 * if there is none of these.
 */
export function WaitingForYou({ side }: { side: Side }) {
  const user = useUser();
  const { data: bookings } = trpc.bookings.waiting.useQuery(WAITING_INPUT, LOADED_BY_ROUTE);
  const { data: offers } = trpc.offers.waitingCount.useQuery(undefined, LOADED_BY_ROUTE);
  const { data: entries = [] } = trpc.availability.waitingListEntries.useQuery(undefined, {
    ...LOADED_BY_ROUTE,
    enabled: side === 'brand',
  });
  const { data: requests } = trpc.orderRequests.waitingCount.useQuery(undefined, {
    ...LOADED_BY_ROUTE,
    enabled: canHaveRequests(user),
  });
  const titleId = useId();
  const role = user?.memberRole ?? 'viewer';
  const slots = hasPermission(role, 'orders.place') ? entries.filter(({ expiresAt }) => expiresAt !== null) : [];
  const queued = entries.filter(({ expiresAt }) => expiresAt === null);
  const offerCount = hasPermission(role, 'bookings.decide') ? (offers?.count ?? 0) : 0;
  const requestCount = requests?.count ?? 0;
  const count = (bookings?.count ?? 0) + slots.length + offerCount + requestCount;
  if (count + queued.length === 0) return null;
  const isAtLeast = bookings?.atLeast === true || (offers !== undefined && offerCount > offers.most);
  return (
    <Card component="section" aria-labelledby={titleId} className={count > 0 ? (classes.waiting ?? '') : ''}>
      <div className={classes.head}>
        <Title order={2} fz="lg" id={titleId}>
          {count > 0 ? `Waiting for you (${count}${isAtLeast ? '+' : ''})` : `Waiting lists (${queued.length})`}
        </Title>
        {bookings !== undefined && bookings.count > bookings.items.length && (
          <Button component={Link} to={paths.bookings({ show: 'waiting' })} size="sm" variant="default">
            Show all bookings
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {bookings?.items.map((booking) => (
          <BookingRow key={booking.id} booking={booking} side={side} />
        ))}
        {slots.map((entry) => (
          <SlotRow key={entry.id} entry={entry} />
        ))}
        {offers !== undefined && offerCount > 0 && (
          <Row
            name={offerCount > offers.most ? `More than ${offers.most} offers` : pluralize(offerCount, 'offer')}
            text="Waiting for your answer"
            action={{ to: paths.offers(), label: 'View offers' }}
          />
        )}
        {requestCount > 0 && (
          <Row
            name={pluralize(requestCount, 'requested order')}
            text="Waiting for your approval"
            action={{ to: paths.approvals(), label: 'View approvals' }}
          />
        )}
        {queued.map((entry) => (
          <QueuedRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </Card>
  );
}

type WaitingBooking = RouterOutputs['bookings']['waiting']['items'][number];

function BookingRow({ booking, side }: { booking: WaitingBooking; side: Side }) {
  const turn = findRequiredAction(booking, side, useUser()?.memberRole ?? 'viewer');
  if (turn === null) return null;
  const { by: at, overdue } = turn;
  return (
    <Row
      name={booking.packageName}
      text={`${turn.text} · ${side === 'creator' ? 'for' : 'by'} ${getOtherName(booking, side)}`}
      action={{ to: turn.to, label: turn.label }}
    >
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
      {overdue === null && at !== null && <Due at={at} />}
    </Row>
  );
}

type WaitingListEntry = RouterOutputs['availability']['waitingListEntries'][number];

/** Shows a slot that is reserved for the brand until it expires. */
const SlotRow = ({ entry: { packageId, packageName, creatorName, expiresAt } }: { entry: WaitingListEntry }) => (
  <Row
    name={packageName}
    text={`A slot is reserved for you · by ${creatorName}`}
    action={packageId === null ? null : { to: paths.checkout({ packageId }), label: 'Book now' }}
  >
    {expiresAt !== null && <Due at={expiresAt} />}
  </Row>
);

/** Shows the brand's position on a waiting list. */
const QueuedRow = ({ entry: { packageId, packageName, creatorName, position, of } }: { entry: WaitingListEntry }) => (
  <Row
    name={packageName}
    text={`You are ${formatOrdinal(position)} of ${of} on the waiting list · by ${creatorName}`}
    action={
      packageId === null ? null : { to: paths.checkout({ packageId }), label: 'View waiting list', isSecondary: true }
    }
  />
);

interface RowProps {
  name: string;
  text: string;
  action: { to: string; label: string; isSecondary?: boolean } | null;
  /** The deadline. */
  children?: ReactNode;
}

const Row = ({ name, text, action, children }: RowProps) => (
  <li className={classes.row}>
    <div className={classes.what}>
      <Text fw={600} className={classes.name ?? ''}>
        {name}
      </Text>
      <Text size="sm" c="dimmed" className={classes.name ?? ''}>
        {text}
      </Text>
    </div>
    {children}
    {action !== null && (
      <Button
        component={Link}
        to={action.to}
        size="sm"
        className={classes.action ?? ''}
        aria-label={`${action.label}: ${name}`}
        variant={action.isSecondary === true ? 'default' : 'filled'}
      >
        {action.label}
      </Button>
    )}
  </li>
);

function Due({ at }: { at: string }) {
  const isLate = Date.parse(at) < useNow();
  return (
    <Text size="sm" className={classes.due ?? ''} data-late={isLate || undefined}>
      <strong>
        {isLate ? 'Was due ' : 'Due '}
        <RelativeTime at={at} />
      </strong>
      <DateTime at={at} c="dimmed" />
    </Text>
  );
}
