/** /booking-details?bookingId={id}: a booking (spec §2 "Booking details", §4). */
import { Anchor, Button, Container, Group, Skeleton, Stack, Text } from '@mantine/core';
import { computeRightsEnd, type CancelReason } from '@marquee/booking';
import { MessageCircle, SearchX } from 'lucide-react';
import { lazy, useEffect, useRef } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useLocation } from 'react-router-dom';
import { getPaymentLabel, type BookingDetails } from '../features/bookings/booking.ts';
import { describeEventInReaderZone } from '../features/bookings/describeEvent.ts';
import { NextStepSection } from '../features/bookings/BookingMoves.tsx';
import { DeliveredSection } from '../features/bookings/DeliveredSection.tsx';
import { DisputeSection } from '../features/bookings/DisputeSection.tsx';
import { OrderCustomerInfo, OrderAnswers } from '../features/bookings/OrderAnswers.tsx';
import { StatusBadge } from '../features/bookings/StatusBadge.tsx';
import { BookingSteps } from '../features/bookings/BookingSteps.tsx';
import { BookingTimeline } from '../features/bookings/BookingTimeline.tsx';
import { THREAD_HEIGHT } from '../features/messages/threadHeight.ts';
import { DeliveryTime, FeatureList, ShipmentNeeded } from '../features/packages/PackageFacts.tsx';
import { PriceBreakdown, PaymentShares } from '../features/payments/PriceBreakdown.tsx';
import { PayoutSetupNeededCallout } from '../features/payouts/PayoutCallouts.tsx';
import { BookingDocuments } from '../features/receipts/BookingDocuments.tsx';
import { ReviewsSkeleton } from '../features/reviews/ReviewsSkeleton.tsx';
import { paths } from '../paths.ts';
import { requireUser, type SignedInUser } from '../session.ts';
import { getFailureCode } from '../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { AsideLayout } from '../ui/Columns.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { LazyPart } from '../ui/LazyPart.tsx';
import { notify } from '../lib/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { DateTime } from '../ui/DateTime.tsx';

// Loads on demand, because it is large and far down the page.
const BookingConversation = lazy(() =>
  import('../features/messages/BookingConversation.tsx').then((module) => ({ default: module.BookingConversation })),
);
// Loads on demand, because few bookings show this link and its code depends on the search and order code.
const OtherCreatorsLink = lazy(() =>
  import('../features/orders/OtherCreatorsLink.tsx').then((module) => ({ default: module.OtherCreatorsLink })),
);

// Loads on demand, because few bookings show this list and its code depends on the pricing code.
const BookedChoiceList = lazy(() =>
  import('../features/packages/BookedChoiceList.tsx').then((module) => ({ default: module.BookedChoiceList })),
);
// Loads on demand, because it is far down the page and only shown for bookings in progress.
const Deliverables = lazy(() =>
  import('../features/deliveries/DeliverablesSection.tsx').then((module) => ({ default: module.DeliverablesSection })),
);
// Loads on demand, because few bookings show it and it contains form fields.
const ShipmentSection = lazy(() =>
  import('../features/shipments/ShipmentSection.tsx').then((module) => ({ default: module.ShipmentSection })),
);
const ResultsSummary = lazy(() =>
  import('../features/publications/ResultsSummary.tsx').then((module) => ({ default: module.ResultsSummary })),
);
// Loads on demand, because it contains forms and most bookings are viewed before they are completed.
const BookingReviewsSection = lazy(() =>
  import('../features/reviews/BookingReviewsSection.tsx').then((module) => ({ default: module.BookingReviewsSection })),
);

/** Reasons for a cancellation after which the brand still needs a creator for the same work. */
const REBOOK_CANCEL_REASONS: readonly (CancelReason | null)[] = [
  'declined',
  'not_accepted',
  'not_started',
  'overdue',
  'overdue_ended',
];
const isRebookLikely = ({ viewer, cancelReason }: BookingDetails): boolean =>
  viewer === 'brand' && REBOOK_CANCEL_REASONS.includes(cancelReason);

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const id = new URL(request.url).searchParams.get('bookingId');
  if (id === null || id === '') {
    notify('Error', 'No booking ID provided');
    throw redirect(paths.dashboard());
  }
  try {
    await queryUtils.bookings.byId.fetch({ id }, ALWAYS_FRESH);
    return { id, user };
  } catch (error) {
    if (getFailureCode(error) === 'BOOKING_NOT_FOUND') return { id: null, user };
    return withLoadError(Promise.reject(error), 'Failed to load booking details');
  }
}

export function Page() {
  const { id, user } = useLoaderData<typeof loader>();
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Booking Details" />
      {id === null ? (
        <EmptyState
          wholeScreen
          icon={<SearchX size={36} strokeWidth={1.5} aria-hidden />}
          title="Booking Not Found"
          text="This booking doesn't exist or you don't have access to it."
          action={
            <Button component={Link} to={paths.dashboard()}>
              Back to Dashboard
            </Button>
          }
        />
      ) : (
        <BookingDetailsView key={id} id={id} user={user} />
      )}
    </Container>
  );
}

function BookingDetailsView({ id, user }: { id: string; user: SignedInUser }) {
  const [booking] = trpc.bookings.byId.useSuspenseQuery({ id });
  const isCreator = booking.viewer === 'creator';
  return (
    <>
      <BackLink to={paths.bookings()}>All bookings</BackLink>
      <PageHeader
        title="Booking Details"
        description={
          <>
            {booking.packageName} · {isCreator ? `for ${booking.brandName}` : <CreatorByline booking={booking} />} ·{' '}
            <DateTime at={booking.createdAt} dateOnly />
          </>
        }
        badge={<StatusBadge booking={booking} />}
        {...(hasConversation(booking) && {
          actions: (
            <Button
              component="a"
              href={`#${CONVERSATION_ANCHOR}`}
              variant="default"
              leftSection={<MessageCircle size={17} aria-hidden />}
            >
              Message
            </Button>
          ),
        })}
      />
      <AsideLayout
        main={8}
        aside={
          <Stack gap="lg">
            <SectionCard title="Payment">
              {isPartlyRefunded(booking) ? (
                <SettledAmounts booking={booking} />
              ) : (
                <PriceBreakdown
                  amounts={booking}
                  lines={booking.chosen?.lines}
                  receiver={isCreator ? 'You receive' : 'Creator receives'}
                />
              )}
              <Text size="sm" mt="md" aria-live="polite">
                Payment: <strong>{getPaymentLabel(booking, booking.viewer)}</strong>
              </Text>
            </SectionCard>
            <BookingDocuments booking={booking} />
            <SectionCard title="Timeline">
              <BookingSteps booking={booking} />
              <BookingTimeline booking={booking} />
            </SectionCard>
          </Stack>
        }
      >
        <Stack gap="lg">
          {isCreator && booking.blockedReason === 'payout_setup' && (
            <PayoutSetupNeededCallout blockedCents={booking.settledCreatorCents ?? booking.priceCents} />
          )}
          <DeliveredSection booking={booking} isCreator={isCreator} />
          <NextStepSection booking={booking}>
            {isRebookLikely(booking) && (
              <LazyPart>
                <OtherCreatorsLink booking={booking} />
              </LazyPart>
            )}
          </NextStepSection>
          <DisputeSection booking={booking} />
          {booking.needsProduct && booking.acceptedAt !== null && (
            <LazyPart>
              <ShipmentSection booking={booking} />
            </LazyPart>
          )}
          {booking.startedAt !== null && (
            <LazyPart fallback={<Skeleton height={200} radius="md" />}>
              <Deliverables booking={booking} />
            </LazyPart>
          )}
          {booking.startedAt !== null && (
            <LazyPart>
              <ResultsSummary booking={booking} />
            </LazyPart>
          )}
          {hasConversation(booking) && <ConversationSection booking={booking} user={user} />}
          {(isCreator || booking.completedAt !== null) && (
            <LazyPart fallback={<ReviewsSkeleton booking={booking} />}>
              <BookingReviewsSection booking={booking} />
            </LazyPart>
          )}
          <OrderCustomerInfo customer={booking.customer} />
          <OrderAnswers booking={booking} />
          <PackageDetails booking={booking} />
        </Stack>
      </AsideLayout>
    </>
  );
}

const CONVERSATION_ANCHOR = 'conversation';
/**
 * Tells whether the booking has a conversation. Until the payment is authorized, the creator cannot see the order.
 */
const hasConversation = ({ authorizedAt }: BookingDetails): boolean => authorizedAt !== null;

/** Shows the messages between both parties, with booking events in between. */
function ConversationSection({ booking, user }: { booking: BookingDetails; user: SignedInUser }) {
  const reader = { id: user.id, side: booking.viewer };
  const place = useRef<HTMLDivElement>(null);
  // Scrolls to this section if the URL fragment refers to it. The section had not been loaded when the router
  // scrolled to the fragment.
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${CONVERSATION_ANCHOR}`) place.current?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={place} id={CONVERSATION_ANCHOR} style={{ scrollMarginTop: 80 }}>
      <SectionCard title="Conversation">
        <LazyPart fallback={<Skeleton height={THREAD_HEIGHT} radius="md" />}>
          <BookingConversation
            bookingId={booking.id}
            user={user}
            happenings={booking.timeline.map((event) => ({
              id: event.id,
              at: event.at,
              text: describeEventInReaderZone(event, reader),
            }))}
          />
        </LazyPart>
      </SectionCard>
    </div>
  );
}

const CreatorByline = ({ booking }: { booking: BookingDetails }) => (
  <span>
    by{' '}
    <Anchor component={Link} to={paths.profile({ username: booking.creatorUsername })} underline="always">
      {booking.creatorName}
    </Anchor>
  </span>
);

/** Shows the package as it was at the time of the order. */
function PackageDetails({ booking }: { booking: BookingDetails }) {
  return (
    <SectionCard title="Package Details">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {booking.packageName}
          </Text>
          <DeliveryTime days={booking.deliveryDays} />
        </Group>
        {booking.needsProduct && <ShipmentNeeded />}
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{booking.packageDescription}</Text>
        <FeatureList features={booking.features} />
        {booking.chosen !== null && (
          <LazyPart>
            <BookedChoiceList chosen={booking.chosen} />
          </LazyPart>
        )}
        <UsageRightsEnd booking={booking} />
        {booking.offerId !== null && (
          <Text size="sm">
            <Anchor component={Link} to={paths.offer({ id: booking.offerId })} underline="always">
              The offer that it was booked from
            </Anchor>
          </Text>
        )}
      </Stack>
    </SectionCard>
  );
}

/**
 * Shows until when the brand may use the work. The usage rights start when the work is completed. Renders nothing
 * for refunded bookings.
 */
function UsageRightsEnd({ booking }: { booking: BookingDetails }) {
  const { id, viewer, creatorUsername, chosen, completedAt, paymentState } = booking;
  const ends = computeRightsEnd(completedAt === null ? null : new Date(completedAt), chosen?.rights?.termDays);
  if (ends === null || paymentState === 'refunding' || paymentState === 'refunded') return null;
  return (
    <Text size="sm">
      Usage rights end on{' '}
      <strong>
        <DateTime at={ends.toISOString()} dateOnly />
      </strong>
      .{' '}
      {viewer === 'brand' && (
        <Anchor component={Link} to={paths.newOffer({ creator: creatorUsername, renew: id })} underline="always">
          Ask for a renewal
        </Anchor>
      )}
    </Text>
  );
}

/**
 * Shows each party's final share, if the creator did not receive the whole payment. The refund is listed before the
 * other shares.
 */
function SettledAmounts({ booking }: { booking: BookingDetails }) {
  const { settledCreatorCents: creator, settledFeeCents: fee, settledRefundCents: refund } = booking;
  const isCreator = booking.viewer === 'creator';
  const back = { label: isCreator ? `Back to ${booking.brandName}` : 'Back on your card', cents: refund ?? 0 };
  const paid = { label: isCreator ? 'You get' : `${booking.creatorName} gets`, cents: creator ?? 0 };
  return (
    <PaymentShares
      shares={[
        ...(isCreator ? [paid, back] : [back, paid]),
        { label: 'Platform fee', cents: fee ?? 0 },
        { label: 'Ordered for', cents: booking.totalCents },
      ]}
    />
  );
}

const isPartlyRefunded = ({ settledRefundCents, settlementVoidedAt }: BookingDetails): boolean =>
  settledRefundCents !== null && settledRefundCents > 0 && settlementVoidedAt === null;
