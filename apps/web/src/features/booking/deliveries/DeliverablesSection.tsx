/**
 * Shows the deliverables of a booking. The creator sends versions, and the brand approves each version or requests
 * changes.
 */
import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  countReviewDelayHours,
  getDeliverableLabel,
  getDeliverableState,
  isStillToSend,
  isBehindPlan,
  isLastToApprove,
  isLastToSend,
  countRoundsLeft,
  findSendRefusal,
  WORK_OUTCOME_SENTENCES,
  getWorkOutcome,
  type DeliverableState,
} from '@marquee/booking';
import { formatDay, countDaysBetween } from '@marquee/time';
import { formatDollars } from '@marquee/money';
import { hasPermission } from '@marquee/contracts';
import { lazy, useState } from 'react';
import { getFailureCode, getErrorMessage } from '../../../lib/errors.ts';
import { useUser } from '../../../session.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { notify } from '../../../lib/notify.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { FoldedSection } from '../../../ui/FoldedSection.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useNow, useReaderToday } from '../../../lib/readerClock.ts';
import { useAllowedActions, type BookingDetails } from '../bookings/booking.ts';
import { usePrimaryVariant } from '../bookings/primaryAction.ts';
import classes from './Deliveries.module.css';
import type {
  Deliverable,
  BookingDeliverables as All,
  FileComment,
  DeliverableVersion,
  GuestReviews,
} from './delivery.ts';
import { VersionView } from './VersionView.tsx';
import { describeCompletion, describeRelease, RELEASE_PAYMENT } from '../bookings/bookings.words.ts';

// These forms load on demand, because they need Mantine's input components and most viewers never open them.
const SendVersionForm = lazy(() =>
  import('./SendVersionForm.tsx').then((module) => ({ default: module.SendVersionForm })),
);
const RequestChanges = lazy(() =>
  import('./RequestChanges.tsx').then((module) => ({ default: module.RequestChanges })),
);

const GuestsDialog = lazy(() => import('./GuestsDialog.tsx').then((module) => ({ default: module.GuestsDialog })));
const GuestReviewList = lazy(() =>
  import('./GuestReviewList.tsx').then((module) => ({ default: module.GuestReviewList })),
);

const DeliveryPlanForm = lazy(() =>
  import('./DeliveryPlanForm.tsx').then((module) => ({ default: module.DeliveryPlanForm })),
);
const AddDeliverable = lazy(() =>
  import('./AddDeliverable.tsx').then((module) => ({ default: module.AddDeliverable })),
);

const DELIVERABLE_COLORS = {
  open: 'gray',
  sent: 'iris',
  changes: 'orange',
  approved: 'teal',
} as const satisfies Record<DeliverableState, string>;

export function DeliverablesSection({ booking }: { booking: BookingDetails }) {
  const { data: all, error, refetch } = trpc.deliveries.byBooking.useQuery({ id: booking.id });
  if (error)
    return (
      <SectionCard key="failed" title="Deliverables">
        <Text mb="sm">{getErrorMessage(error, 'The deliverables could not be loaded')}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </SectionCard>
    );
  if (all === undefined) return <Skeleton height={200} radius="md" />;
  // Bookings created before deliverables were introduced have none.
  if (all.items.length === 0) return null;
  const end = getWorkOutcome(booking);
  const approved = all.items.filter(({ versions }) => getDeliverableState(versions) === 'approved').length;
  if (end !== null)
    return (
      <FoldedSection key="over" title="Deliverables" essence={WORK_OUTCOME_SENTENCES[end]}>
        <DeliverableList booking={booking} all={all} />
      </FoldedSection>
    );
  return (
    <SectionCard key="loaded" title="Deliverables">
      <Stack gap="lg">
        {all.items.length > 1 && (
          <div className={classes.progress}>
            <ProgressBar label="Approved deliverables" value={approved} max={all.items.length} />
            <Text size="sm" c="dimmed">
              {approved} of {all.items.length} approved
            </Text>
          </div>
        )}
        <DeliverableList booking={booking} all={all} />
        {booking.viewer === 'creator' && <CreatorTools booking={booking} all={all} />}
      </Stack>
    </SectionCard>
  );
}

const DeliverableList = ({ booking, all }: { booking: BookingDetails; all: All }) => (
  <ul className={classes.list}>
    {all.items.map((deliverable) => (
      <li key={deliverable.id} className={classes.item}>
        <DeliverableItem booking={booking} all={all} deliverable={deliverable} />
      </li>
    ))}
  </ul>
);

function CreatorTools({ booking, all }: { booking: BookingDetails; all: All }) {
  const [isPlanning, setIsPlanning] = useState(false);
  const may = useAllowedActions(booking);
  const canPlan = may('complete') && all.items.some(({ versions }) => isStillToSend(getDeliverableState(versions)));
  if (isPlanning)
    return (
      <LazyPart fallback={<Skeleton height={220} radius="md" />}>
        <DeliveryPlanForm
          booking={booking}
          all={all}
          onSaved={(after) => {
            cacheDeliverables(booking, after);
            setIsPlanning(false);
          }}
          onCancel={() => setIsPlanning(false)}
        />
      </LazyPart>
    );
  return (
    <Group gap="sm">
      {canPlan && (
        <Button variant="subtle" size="sm" ml={-18} onClick={() => setIsPlanning(true)}>
          {all.items.some(({ plannedOn }) => plannedOn !== null) ? 'Change plan' : 'Plan delivery days'}
        </Button>
      )}
      <LazyPart>
        <AddDeliverable
          booking={booking}
          count={all.items.length}
          onAdded={(after) => cacheDeliverables(booking, after)}
        />
      </LazyPart>
    </Group>
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

/** Caches the deliverables that a mutation returned, and reloads the booking, which the mutation may have changed. */
const cacheDeliverables = (booking: BookingDetails, all: All): void => {
  queryUtils.deliveries.byBooking.setData({ id: booking.id }, all);
  void queryUtils.bookings.byId.invalidate({ id: booking.id });
};

/**
 * Shows the error in a toast. If the API refused the request, also reloads the deliverables, because the page must
 * be out of date.
 */
const handleDeliverableError = (booking: BookingDetails, fallback: string) => (error: unknown) => {
  notifyFailure(error, fallback);
  if (getFailureCode(error) !== null) void queryUtils.deliveries.byBooking.invalidate({ id: booking.id });
};

function DeliverableItem(props: { booking: BookingDetails; all: All; deliverable: Deliverable }) {
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

const listReviewsOf = ({ reviews }: GuestReviews, deliverableId: string, number: number) =>
  reviews.filter((review) => review.deliverableId === deliverableId && review.number === number);

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

/** Tells whether a deliverable is the first one whose state matches. Only its button is highlighted. */
const isNext = (all: All, { id }: Deliverable, matches: (state: DeliverableState) => boolean): boolean =>
  all.items.find(({ versions }) => matches(getDeliverableState(versions)))?.id === id;

const listOtherVersions = (all: All, deliverableId: string) =>
  all.items.filter(({ id }) => id !== deliverableId).map(({ versions }) => versions);

function CreatorActions({
  booking,
  all,
  deliverable,
}: {
  booking: BookingDetails;
  all: All;
  deliverable: Deliverable;
}) {
  const { id: deliverableId, title, versions, isAdded } = deliverable;
  const [isSending, setIsSending] = useState(deliverable.drafts.length > 0);
  const variant = usePrimaryVariant(booking, 'send_work');
  const may = useAllowedActions(booking);
  const send = trpc.deliveries.send.useMutation({
    onSuccess: (all) => {
      cacheDeliverables(booking, all);
      setIsSending(false);
      notify('Sent', `We notified ${booking.brandName} that “${title}” is ready for review.`);
    },
    onError: handleDeliverableError(booking, 'The version could not be sent'),
  });
  const remove = trpc.deliveries.remove.useMutation({
    onSuccess: (all) => cacheDeliverables(booking, all),
    onError: handleDeliverableError(booking, 'The deliverable could not be removed'),
  });
  if (!may('deliver') || findSendRefusal(versions) !== null) return null;
  if (isSending)
    return (
      <LazyPart fallback={<Skeleton height={220} radius="md" />}>
        <SendVersionForm
          deliverable={deliverable}
          brandName={booking.brandName}
          completion={
            may('complete') && isLastToSend(listOtherVersions(all, deliverableId))
              ? describeCompletion(booking, true)
              : null
          }
          loading={send.isPending}
          onSend={(version) => send.mutate({ deliverableId, ...version })}
          onCancel={() => setIsSending(false)}
        />
      </LazyPart>
    );
  const isFirst = versions.length === 0;
  return (
    <Group gap="sm">
      <Button
        variant={isNext(all, deliverable, isStillToSend) ? variant : 'default'}
        onClick={() => setIsSending(true)}
        aria-label={isFirst ? `Send work: ${title}` : `Send new version: ${title}`}
      >
        {isFirst ? 'Send work' : 'Send new version'}
      </Button>
      {isFirst && isAdded && (
        <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate({ id: deliverableId })}>
          Remove
        </Button>
      )}
    </Group>
  );
}

function BrandActions(props: {
  booking: BookingDetails;
  all: All;
  deliverable: Deliverable;
  brand: string;
  asked: DeliverableVersion | null;
  /** Whether the viewer may see the guests and their reviews. */
  isReviewer: boolean;
  /** The guests of the booking. Undefined if there are none or they are not loaded yet. */
  guests: GuestReviews | undefined;
  onAsking: (version: DeliverableVersion | null) => void;
}) {
  const { booking, all, deliverable, brand, asked, isReviewer, guests, onAsking } = props;
  const [isSharing, setIsSharing] = useState(false);
  const { id: deliverableId, title, versions } = deliverable;
  const may = useAllowedActions(booking);
  const others = listOtherVersions(all, deliverableId);
  const isLast = isLastToApprove(others);
  const variant = usePrimaryVariant(booking, 'approve_version');
  const decide = trpc.deliveries.decide.useMutation({
    onSuccess: (after, { verdict }) => {
      cacheDeliverables(booking, after);
      onAsking(null);
      if (verdict === 'changes') notify('Changes requested', `We sent your request to ${booking.creatorName}.`);
      else
        notify(
          isLast ? 'Work approved' : 'Approved',
          isLast ? `We pay ${booking.creatorName} ${formatDollars(booking.priceCents)}.` : `“${title}” is approved.`,
        );
    },
    onError: handleDeliverableError(booking, 'Your decision could not be saved'),
  });
  const roundsLeft = countRoundsLeft(versions, all.revisions);
  if (asked !== null)
    return (
      <LazyPart fallback={<Skeleton height={220} radius="md" />}>
        <RequestChanges
          deliverableId={deliverableId}
          version={asked}
          brand={brand}
          roundsLeft={roundsLeft}
          guestReviews={
            guests === undefined
              ? []
              : listReviewsOf(guests, deliverableId, asked.number).filter(({ isOutdated }) => !isOutdated)
          }
          loading={decide.isPending}
          onCancel={() => onAsking(null)}
          onAsk={(said: { changeRequest: string; remarks: FileComment[] }) =>
            decide.mutate({ deliverableId, number: asked.number, verdict: 'changes', ...said })
          }
        />
      </LazyPart>
    );
  const latest = versions.at(-1);
  if (latest === undefined || getDeliverableState(versions) !== 'sent') return null;
  const { number } = latest;
  const isFirst = isNext(all, deliverable, (state) => state === 'sent');
  const approve = () => decide.mutate({ deliverableId, number, verdict: 'approved' });
  return (
    <Group gap="sm">
      {/* Completed work is approved as a whole, in the next step. */}
      {may('approve_delivery') &&
        !may('approve') &&
        (isLast ? (
          <ConfirmButton {...RELEASE_PAYMENT} variant={variant} loading={decide.isPending} onConfirm={approve}>
            This completes the work. {describeRelease(booking)}
          </ConfirmButton>
        ) : (
          <Button
            variant={isFirst ? variant : 'default'}
            loading={decide.isPending}
            onClick={approve}
            aria-label={`Approve ${title}`}
          >
            Approve
          </Button>
        ))}
      {may('ask_for_changes') &&
        (roundsLeft > 0 ? (
          <Button variant="default" onClick={() => onAsking(latest)} aria-label={`Request changes: ${title}`}>
            Request changes
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            You have used all rounds of changes that the package includes.
          </Text>
        ))}
      {may('ask_for_changes') && roundsLeft > 0 && (
        <Text size="sm" c="dimmed">
          {pluralize(roundsLeft, 'round')} of changes left
        </Text>
      )}
      {isReviewer && (
        <Button variant="default" onClick={() => setIsSharing(true)} aria-label={`Share for review: ${title}`}>
          Share for review
        </Button>
      )}
      {isSharing && (
        <LazyPart>
          <GuestsDialog
            bookingId={booking.id}
            deliverableId={deliverableId}
            number={number}
            onClose={() => setIsSharing(false)}
          />
        </LazyPart>
      )}
    </Group>
  );
}
