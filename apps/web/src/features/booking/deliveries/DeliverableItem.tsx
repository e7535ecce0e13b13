/** Shows a deliverable: its state, its versions, its deadlines and what the viewer can do with it. */
import { Badge, Button, Text, Title } from '@mantine/core';
import {
  countReviewDelayHours,
  getDeliverableLabel,
  getDeliverableState,
  isStillToSend,
  isBehindPlan,
  getWorkOutcome,
  type DeliverableState,
} from '@marquee/booking';
import { hasPermission } from '@marquee/contracts';
import { formatDay, countDaysBetween } from '@marquee/time';
import { lazy, useState } from 'react';
import { useUser } from '../../../session.ts';
import { trpc } from '../../../trpc.ts';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { useNow, useReaderToday } from '../../../lib/readerClock.ts';
import { useAllowedActions, type BookingDetails } from '../bookings/booking.ts';
import { BrandActions, CreatorActions } from './DeliverableActions.tsx';
import classes from './Deliveries.module.css';
import {
  listReviewsOf,
  type Deliverable,
  type BookingDeliverables as All,
  type DeliverableVersion,
} from './delivery.ts';
import { VersionView } from './VersionView.tsx';

const GuestReviewList = lazy(() =>
  import('./GuestReviewList.tsx').then((module) => ({ default: module.GuestReviewList })),
);

const DELIVERABLE_COLORS = {
  open: 'gray',
  sent: 'iris',
  changes: 'orange',
  approved: 'teal',
} as const satisfies Record<DeliverableState, string>;

export function DeliverableItem(props: { booking: BookingDetails; all: All; deliverable: Deliverable }) {
  const { booking, all, deliverable } = props;
  const { title, versions } = deliverable;
  const state = getDeliverableState(versions);
  // True if the payment has been settled. Neither party can act then.
  const isOver = !useAllowedActions(booking)(booking.viewer === 'brand' ? 'ask_for_changes' : 'deliver');
  const label = getDeliverableLabel(state, getWorkOutcome(booking));
  const latest = versions.at(-1);
  const older = versions.slice(0, -1).toReversed();
  // The version for which the brand is requesting changes. It stays selected if a newer version arrives.
  const [versionToChange, setVersionToChange] = useState<DeliverableVersion | null>(null);
  const [besideNumber, setBesideNumber] = useState<number | null>(null);
  const brand = booking.viewer === 'brand' ? 'You' : booking.brandName;
  const user = useUser();
  const isReviewer = booking.viewer === 'brand' && user !== null && hasPermission(user.memberRole, 'content.review');
  const guests = trpc.guestReviews.byBooking.useQuery({ id: booking.id }, { enabled: isReviewer && all.hasGuests });
  return (
    <>
      <div className={classes.head}>
        <Title order={3} fz="md" className={classes.title ?? ''}>
          {title}
        </Title>
        <Badge color={label === 'Approved' ? 'teal' : isOver ? 'gray' : DELIVERABLE_COLORS[state]} variant="light">
          {label}
        </Badge>
      </div>
      <PlannedDay state={state} plannedOn={isOver ? null : deliverable.plannedOn} />
      {latest !== undefined && versionToChange === null && (
        <LatestVersion latest={latest} beside={older.find(({ number }) => number === besideNumber)} brand={brand} />
      )}
      {latest !== undefined && <ReviewDeadline booking={booking} version={latest} />}
      {latest !== undefined && versionToChange === null && guests.data !== undefined && (
        <LazyPart>
          <GuestReviewList
            reviews={listReviewsOf(guests.data, deliverable.id, latest.number)}
            version={latest}
            decisionOwner={guests.data.decisionOwner}
          />
        </LazyPart>
      )}
      {booking.viewer === 'creator' ? (
        <CreatorActions booking={booking} all={all} deliverable={deliverable} />
      ) : (
        <BrandActions
          booking={booking}
          all={all}
          deliverable={deliverable}
          brand={brand}
          asked={versionToChange}
          isReviewer={isReviewer}
          guests={guests.data}
          onAsking={setVersionToChange}
        />
      )}
      {older.length > 0 && (
        <details className={classes.older}>
          <summary>{pluralize(older.length, 'earlier version')}</summary>
          <div className={classes.olderBody}>
            {older.map((version) => (
              <div key={version.number}>
                <VersionView version={version} brand={brand} />
                {versionToChange === null && (
                  <Button
                    variant="subtle"
                    size="sm"
                    ml={-18}
                    onClick={() => setBesideNumber(besideNumber === version.number ? null : version.number)}
                  >
                    {besideNumber === version.number ? 'Hide comparison' : 'Compare with latest'}
                  </Button>
                )}
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/**
 * Shows the planned delivery day and how late the deliverable is. Renders nothing once the deliverable has been
 * sent.
 */
function PlannedDay({ state, plannedOn }: { state: DeliverableState; plannedOn: string | null }) {
  const today = useReaderToday();
  if (plannedOn === null || !isStillToSend(state)) return null;
  return (
    <Text size="sm" c="dimmed">
      Planned for {formatDay(plannedOn)}
      {isBehindPlan(state, plannedOn, today) && (
        <strong className={classes.late}>, {pluralize(countDaysBetween(plannedOn, today), 'day')} late</strong>
      )}
      {plannedOn === today && <strong>, today</strong>}
    </Text>
  );
}

/**
 * Shows the time by which the brand has to review a version, and whether a late review moves the due date. Renders
 * nothing after the work is completed, because a late review has no effect then.
 */
function ReviewDeadline({ booking, version }: { booking: BookingDetails; version: DeliverableVersion }) {
  const now = useNow();
  const { status, viewer, brandName, pausedAt } = booking;
  const { verdict, reviewBy } = version;
  if (verdict !== null || status !== 'in_progress') return null;
  const isBrand = viewer === 'brand';
  if (pausedAt !== null)
    return (
      <Text key="paused" size="sm" c="dimmed">
        The time for this review is paused.
      </Text>
    );
  if (countReviewDelayHours({ reviewBy, pausedAt }, new Date(now)) > 0)
    return (
      <Text key="late" size="sm" className={isBrand ? (classes.late ?? '') : ''}>
        {isBrand
          ? 'Your review is late, so the due date keeps moving until you decide.'
          : `${brandName}’s review is late, so your due date keeps moving until they decide.`}
      </Text>
    );
  return (
    <Text key="open" size="sm" c="dimmed">
      {isBrand ? (
        <span key="brand">
          Review by <DateTime at={reviewBy} /> to keep the due date.
        </span>
      ) : (
        <span key="creator">
          {brandName} has until <DateTime at={reviewBy} /> to review this. After that, your due date moves.
        </span>
      )}
    </Text>
  );
}

/** Shows the latest version, with an earlier one next to it for comparison. */
const LatestVersion = ({
  latest,
  beside,
  brand,
}: {
  latest: DeliverableVersion;
  beside: DeliverableVersion | undefined;
  brand: string;
}) =>
  beside === undefined ? (
    <VersionView version={latest} brand={brand} />
  ) : (
    <div className={classes.beside}>
      <VersionView version={beside} brand={brand} />
      <VersionView version={latest} brand={brand} />
    </div>
  );
