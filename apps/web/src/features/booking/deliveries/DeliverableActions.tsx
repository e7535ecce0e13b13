/** The buttons and forms with which a creator sends a deliverable and a brand decides about it. */
import { Button, Group, Skeleton, Text } from '@mantine/core';
import {
  getDeliverableState,
  isStillToSend,
  isLastToApprove,
  isLastToSend,
  countRoundsLeft,
  findSendRefusal,
  type DeliverableState,
} from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { lazy, useState } from 'react';
import { getFailureCode } from '../../../lib/errors.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { notify } from '../../../lib/notify.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useAllowedActions, type BookingDetails } from '../bookings/booking.ts';
import { usePrimaryVariant } from '../bookings/primaryAction.ts';
import {
  cacheDeliverables,
  listReviewsOf,
  type Deliverable,
  type BookingDeliverables as All,
  type FileComment,
  type DeliverableVersion,
  type GuestReviews,
} from './delivery.ts';
import { describeCompletion, describeRelease, RELEASE_PAYMENT } from '../bookings/bookings.words.ts';

// These forms load on demand, because they need Mantine's input components and most viewers never open them.
const SendVersionForm = lazy(() =>
  import('./SendVersionForm.tsx').then((module) => ({ default: module.SendVersionForm })),
);
const RequestChanges = lazy(() =>
  import('./RequestChanges.tsx').then((module) => ({ default: module.RequestChanges })),
);
const GuestsDialog = lazy(() => import('./GuestsDialog.tsx').then((module) => ({ default: module.GuestsDialog })));

/**
 * Shows the error in a toast. If the API refused the request, also reloads the deliverables, because the page must
 * be out of date.
 */
const handleDeliverableError = (booking: BookingDetails, fallback: string) => (error: unknown) => {
  notifyFailure(error, fallback);
  if (getFailureCode(error) !== null) void queryUtils.deliveries.byBooking.invalidate({ id: booking.id });
};

/** Tells whether a deliverable is the first one whose state matches. Only its button is highlighted. */
const isNext = (all: All, { id }: Deliverable, matches: (state: DeliverableState) => boolean): boolean =>
  all.items.find(({ versions }) => matches(getDeliverableState(versions)))?.id === id;

const listOtherVersions = (all: All, deliverableId: string) =>
  all.items.filter(({ id }) => id !== deliverableId).map(({ versions }) => versions);

export function CreatorActions({
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

export function BrandActions(props: {
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
