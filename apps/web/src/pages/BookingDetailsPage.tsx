/** /booking-details?bookingId={id} (spec §2 "Booking details", §4). */
import { Anchor, Button, Container, Group, Skeleton, Stack, Text } from '@mantine/core';
import { rightsEnd, type CancelReason } from '@marquee/booking';
import { MessageCircle, SearchX } from 'lucide-react';
import { lazy, useEffect, useRef } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useLocation } from 'react-router-dom';
import { paymentLabel, type Booking } from '../features/bookings/booking.ts';
import { eventSentence } from '../features/bookings/eventSentence.ts';
import { NextStepSection } from '../features/bookings/BookingMoves.tsx';
import { Delivered } from '../features/bookings/Delivered.tsx';
import { Dispute } from '../features/bookings/Dispute.tsx';
import { CustomerInfo, OrderAnswers } from '../features/bookings/OrderAnswers.tsx';
import { StatusBadge } from '../features/bookings/StatusBadge.tsx';
import { Steps } from '../features/bookings/Steps.tsx';
import { Timeline } from '../features/bookings/Timeline.tsx';
import { THREAD_HEIGHT } from '../features/messages/threadHeight.ts';
import { DeliveryTime, FeatureList, ProductNeeded } from '../features/packages/PackageFacts.tsx';
import { Breakdown, Shares } from '../features/payments/Breakdown.tsx';
import { PayoutNotice } from '../features/payouts/PayoutNotice.tsx';
import { BookingDocuments } from '../features/receipts/BookingDocuments.tsx';
import { ReviewsToCome } from '../features/reviews/ReviewsToCome.tsx';
import { paths } from '../paths.ts';
import { requireUser, type User } from '../session.ts';
import { failureOf } from '../lib/errors.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { WithAside } from '../ui/Columns.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { Late } from '../ui/late.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';
import { When } from '../ui/When.tsx';

// Further down the page, and heavier than the rest of it.
const BookingThread = lazy(() =>
  import('../features/messages/BookingThread.tsx').then((module) => ({ default: module.BookingThread })),
);
// What search and orders know comes along with it, and few bookings end like that.
const OtherCreators = lazy(() =>
  import('../features/orders/OtherCreators.tsx').then((module) => ({ default: module.OtherCreators })),
);

// Few bookings have it, and prices come along with it.
const ChosenFacts = lazy(() =>
  import('../features/packages/ChosenFacts.tsx').then((module) => ({ default: module.ChosenFacts })),
);
// Further down the page, and of those that have begun.
const Deliverables = lazy(() =>
  import('../features/deliveries/Deliverables.tsx').then((module) => ({ default: module.Deliverables })),
);
// Few bookings have one, and it brings fields along.
const ProductSection = lazy(() =>
  import('../features/products/ProductSection.tsx').then((module) => ({ default: module.ProductSection })),
);
const ResultsSummary = lazy(() =>
  import('../features/posts/ResultsSummary.tsx').then((module) => ({ default: module.ResultsSummary })),
);
// Forms, and most bookings are looked at before they are completed.
const BookingReviews = lazy(() =>
  import('../features/reviews/BookingReviews.tsx').then((module) => ({ default: module.BookingReviews })),
);

/** The ends after which a brand still needs somebody for the same work. */
const STILL_WANTED: readonly (CancelReason | null)[] = [
  'declined',
  'not_accepted',
  'not_started',
  'overdue',
  'overdue_ended',
];
const isStillWanted = ({ viewer, cancelReason }: Booking): boolean =>
  viewer === 'brand' && STILL_WANTED.includes(cancelReason);

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const id = new URL(request.url).searchParams.get('bookingId');
  if (id === null || id === '') {
    notify('Error', 'No booking ID provided');
    throw redirect(paths.dashboard());
  }
  try {
    await data.bookings.byId.fetch({ id }, FRESH);
    return { id, user };
  } catch (error) {
    if (failureOf(error) === 'BOOKING_NOT_FOUND') return { id: null, user };
    return orFail(Promise.reject(error), 'Failed to load booking details');
  }
}

export function Page() {
  const { id, user } = useLoaderData<typeof loader>();
  return (
    <Container size="lg" py="xl">
      <Head title="Booking Details" />
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
        <Details key={id} id={id} user={user} />
      )}
    </Container>
  );
}

function Details({ id, user }: { id: string; user: User }) {
  const [booking] = trpc.bookings.byId.useSuspenseQuery({ id });
  const isCreator = booking.viewer === 'creator';
  return (
    <>
      <BackLink to={paths.bookings()}>All bookings</BackLink>
      <PageHeader
        title="Booking Details"
        description={
          <>
            {booking.packageName} · {isCreator ? `for ${booking.brandName}` : <ByCreator booking={booking} />} ·{' '}
            <When at={booking.createdAt} dateOnly />
          </>
        }
        badge={<StatusBadge booking={booking} />}
        {...(hasConversation(booking) && {
          actions: (
            <Button
              component="a"
              href={`#${CONVERSATION}`}
              variant="default"
              leftSection={<MessageCircle size={17} aria-hidden />}
            >
              Message
            </Button>
          ),
        })}
      />
      <WithAside
        main={8}
        aside={
          <Stack gap="lg">
            <Section title="Payment">
              {isDivided(booking) ? (
                <Settled booking={booking} />
              ) : (
                <Breakdown
                  amounts={booking}
                  lines={booking.chosen?.lines}
                  receiver={isCreator ? 'You receive' : 'Creator receives'}
                />
              )}
              <Text size="sm" mt="md" aria-live="polite">
                Payment: <strong>{paymentLabel(booking, booking.viewer)}</strong>
              </Text>
            </Section>
            <BookingDocuments booking={booking} />
            <Section title="Timeline">
              <Steps booking={booking} />
              <Timeline booking={booking} />
            </Section>
          </Stack>
        }
      >
        <Stack gap="lg">
          {isCreator && booking.blockedReason === 'payout_setup' && (
            <PayoutNotice blockedCents={booking.settledCreatorCents ?? booking.priceCents} />
          )}
          <Delivered booking={booking} isCreator={isCreator} />
          <NextStepSection booking={booking}>
            {isStillWanted(booking) && (
              <Late>
                <OtherCreators booking={booking} />
              </Late>
            )}
          </NextStepSection>
          <Dispute booking={booking} />
          {booking.needsProduct && booking.acceptedAt !== null && (
            <Late>
              <ProductSection booking={booking} />
            </Late>
          )}
          {booking.startedAt !== null && (
            <Late fallback={<Skeleton height={200} radius="md" />}>
              <Deliverables booking={booking} />
            </Late>
          )}
          {booking.startedAt !== null && (
            <Late>
              <ResultsSummary booking={booking} />
            </Late>
          )}
          {hasConversation(booking) && <Conversation booking={booking} user={user} />}
          {(isCreator || booking.completedAt !== null) && (
            <Late fallback={<ReviewsToCome booking={booking} />}>
              <BookingReviews booking={booking} />
            </Late>
          )}
          <CustomerInfo customer={booking.customer} />
          <OrderAnswers booking={booking} />
          <PackageDetails booking={booking} />
        </Stack>
      </WithAside>
    </>
  );
}

const CONVERSATION = 'conversation';
/** Before it is paid nobody but the brand knows of an order. */
const hasConversation = ({ authorizedAt }: Booking): boolean => authorizedAt !== null;

/** What the two sides write, and between it what happens to the booking. */
function Conversation({ booking, user }: { booking: Booking; user: User }) {
  const reader = { id: user.id, side: booking.viewer };
  const place = useRef<HTMLDivElement>(null);
  // It is not there yet when the router looks for what stands behind '#'.
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${CONVERSATION}`) place.current?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={place} id={CONVERSATION} style={{ scrollMarginTop: 80 }}>
      <Section title="Conversation">
        <Late fallback={<Skeleton height={THREAD_HEIGHT} radius="md" />}>
          <BookingThread
            bookingId={booking.id}
            user={user}
            happenings={booking.timeline.map((event) => ({
              id: event.id,
              at: event.at,
              text: eventSentence(event, reader),
            }))}
          />
        </Late>
      </Section>
    </div>
  );
}

const ByCreator = ({ booking }: { booking: Booking }) => (
  <span>
    by{' '}
    <Anchor component={Link} to={paths.profile({ username: booking.creatorUsername })} underline="always">
      {booking.creatorName}
    </Anchor>
  </span>
);

/** The package as it was when it was ordered. */
function PackageDetails({ booking }: { booking: Booking }) {
  return (
    <Section title="Package Details">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {booking.packageName}
          </Text>
          <DeliveryTime days={booking.deliveryDays} />
        </Group>
        {booking.needsProduct && <ProductNeeded />}
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{booking.packageDescription}</Text>
        <FeatureList features={booking.features} />
        {booking.chosen !== null && (
          <Late>
            <ChosenFacts chosen={booking.chosen} />
          </Late>
        )}
        <RightsEnd booking={booking} />
        {booking.offerId !== null && (
          <Text size="sm">
            <Anchor component={Link} to={paths.offer({ id: booking.offerId })} underline="always">
              The offer that it was booked from
            </Anchor>
          </Text>
        )}
      </Stack>
    </Section>
  );
}

/**
 * Until when the brand may use the work as the rights say, from completion on; nothing of a booking that was refunded.
 */
function RightsEnd({ booking }: { booking: Booking }) {
  const { id, viewer, creatorUsername, chosen, completedAt, paymentState } = booking;
  const ends = rightsEnd(completedAt === null ? null : new Date(completedAt), chosen?.rights?.termDays);
  if (ends === null || paymentState === 'refunding' || paymentState === 'refunded') return null;
  return (
    <Text size="sm">
      Usage rights end on{' '}
      <strong>
        <When at={ends.toISOString()} dateOnly />
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

/** Who got what in the end, where not all of it went to the creator; what is back on the card stands first. */
function Settled({ booking }: { booking: Booking }) {
  const { settledCreatorCents: creator, settledFeeCents: fee, settledRefundCents: refund } = booking;
  const isCreator = booking.viewer === 'creator';
  const back = { label: isCreator ? `Back to ${booking.brandName}` : 'Back on your card', cents: refund ?? 0 };
  const paid = { label: isCreator ? 'You get' : `${booking.creatorName} gets`, cents: creator ?? 0 };
  return (
    <Shares
      shares={[
        ...(isCreator ? [paid, back] : [back, paid]),
        { label: 'Platform fee', cents: fee ?? 0 },
        { label: 'Ordered for', cents: booking.totalCents },
      ]}
    />
  );
}

/** Some of what was paid goes back. */
const isDivided = ({ settledRefundCents, settlementVoidedAt }: Booking): boolean =>
  settledRefundCents !== null && settledRefundCents > 0 && settlementVoidedAt === null;
