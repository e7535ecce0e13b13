/** /booking-details?bookingId={id}: a booking (requirements R2.54 and R4.3 to R4.8). */
import { Anchor, Button, Container, Skeleton, Stack, Text, Title } from '@mantine/core';
import { computeRightsEnd, getWorkOutcome } from '@marquee/booking';
import { computeAgencyShare, formatDollars } from '@marquee/money';
import { SearchX } from 'lucide-react';
import { lazy, useEffect, useRef } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useLocation } from 'react-router-dom';
import { getOtherName, getPaymentLabel, type BookingDetails } from '../../features/booking/bookings/booking.ts';
import { NextStepSection } from '../../features/booking/bookings/BookingMoves.tsx';
import { DisputeSection } from '../../features/booking/bookings/DisputeSection.tsx';
import { AnswerList, CustomerInfoList } from '../../features/booking/bookings/OrderBrief.tsx';
import { usePrimaryAction } from '../../features/booking/bookings/primaryAction.ts';
import { StatusBadge } from '../../features/booking/bookings/StatusBadge.tsx';
import { BookingSteps } from '../../features/booking/bookings/BookingSteps.tsx';
import { BookingTimeline } from '../../features/booking/bookings/BookingTimeline.tsx';
import { FeatureList, ShipmentNeeded } from '../../features/catalog/packages/PackageFacts.tsx';
import { PriceBreakdown, PaymentShares } from '../../features/money/payments/PriceBreakdown.tsx';
import { PayoutSetupButton } from '../../features/money/payouts/PayoutCallouts.tsx';
import { BookingDocuments } from '../../features/money/receipts/BookingDocuments.tsx';
import { paths } from '../../paths.ts';
import { requireUser, type SignedInUser } from '../../session.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { AsideLayout } from '../../ui/Columns.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FoldedList, FoldedSection } from '../../ui/FoldedSection.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { LazyPart } from '../../ui/LazyPart.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { DateTime, TimeZoneNote } from '../../ui/DateTime.tsx';
import { BOOKING_NOT_FOUND } from '../../features/booking/bookings/bookings.words.ts';

// Loads on demand, because it is large and far down the page.
const BookingConversation = lazy(() =>
  import('../../features/messaging/messages/BookingConversation.tsx').then((module) => ({
    default: module.BookingConversation,
  })),
);
// Loads on demand, because few bookings show this link and its code depends on the search and order code.
const OtherCreatorsLink = lazy(() =>
  import('../../features/booking/orders/OtherCreatorsLink.tsx').then((module) => ({
    default: module.OtherCreatorsLink,
  })),
);

// Loads on demand, because few bookings show this list and its code depends on the pricing code.
const BookedChoiceList = lazy(() =>
  import('../../features/catalog/packages/BookedChoiceList.tsx').then((module) => ({
    default: module.BookedChoiceList,
  })),
);
// Loads on demand, because it is far down the page and only shown for bookings in progress.
const Deliverables = lazy(() =>
  import('../../features/booking/deliveries/DeliverablesSection.tsx').then((module) => ({
    default: module.DeliverablesSection,
  })),
);
// Loads on demand, because few bookings show it and it contains form fields.
const ShipmentSection = lazy(() =>
  import('../../features/booking/shipments/ShipmentSection.tsx').then((module) => ({
    default: module.ShipmentSection,
  })),
);
const ResultsSummary = lazy(() =>
  import('../../features/booking/publications/ResultsSummary.tsx').then((module) => ({
    default: module.ResultsSummary,
  })),
);
const BrandRating = lazy(() =>
  import('../../features/catalog/reviews/BrandRating.tsx').then((module) => ({ default: module.BrandRating })),
);
// Loads on demand, because it contains forms and most bookings are viewed before they are completed.
const BookingReviewsSection = lazy(() =>
  import('../../features/catalog/reviews/BookingReviewsSection.tsx').then((module) => ({
    default: module.BookingReviewsSection,
  })),
);

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
      {id === null ? (
        <>
          <PageMeta title="Booking Details" />
          <EmptyState
            wholeScreen
            icon={<SearchX size={36} strokeWidth={1.5} aria-hidden />}
            {...BOOKING_NOT_FOUND}
            action={
              <Button component={Link} to={paths.dashboard()}>
                Back to Dashboard
              </Button>
            }
          />
        </>
      ) : (
        <BookingDetailsView key={id} id={id} user={user} />
      )}
    </Container>
  );
}

function BookingDetailsView({ id, user }: { id: string; user: SignedInUser }) {
  const [booking] = trpc.bookings.byId.useSuspenseQuery({ id });
  const isCreator = booking.viewer === 'creator';
  const isOver = getWorkOutcome(booking) !== null;
  const primary = usePrimaryAction(booking);
  // The creator decides about the order on this page, so the brief must be visible.
  const isDeciding = isCreator && booking.status === 'pending';
  const hasDeliverables = booking.startedAt !== null;
  return (
    <>
      <PageMeta title={`${booking.packageName} · ${getOtherName(booking, booking.viewer)}`} />
      <BackLink to={paths.bookings()}>All bookings</BackLink>
      <PageHeader
        title={
          <>
            {booking.packageName} <BookingPartner booking={booking} />
          </>
        }
        badge={<StatusBadge booking={booking} />}
        description="Booking Details"
      />
      <AsideLayout
        main={8}
        aside={
          <Stack gap="sm">
            <FoldedList>
              <FoldedSection
                title="Payment"
                essence={
                  <span aria-live="polite">
                    {formatDollars(booking.totalCents)} · {getPaymentLabel(booking, booking.viewer)}
                  </span>
                }
              >
                {isPartlyRefunded(booking) ? (
                  <SettledAmounts booking={booking} />
                ) : (
                  <PriceBreakdown
                    amounts={booking}
                    lines={booking.chosen?.lines}
                    receiver={isCreator ? 'You receive' : 'Creator receives'}
                    agency={booking.agency}
                  />
                )}
              </FoldedSection>
              {hasDeliverables && isOver && (
                <LazyPart>
                  <Deliverables booking={booking} />
                </LazyPart>
              )}
              {!isDeciding && (
                <FoldedSection title="Customer Information" essence={booking.customer.projectDescription}>
                  <OrderBrief booking={booking} />
                </FoldedSection>
              )}
              <PackageDetails booking={booking} />
              <FoldedSection
                title="Timeline"
                essence={
                  <>
                    Ordered <DateTime at={booking.createdAt} dateOnly />
                  </>
                }
              >
                <BookingSteps booking={booking} />
                <BookingTimeline booking={booking} />
              </FoldedSection>
              <BookingDocuments booking={booking} />
              {booking.startedAt !== null && (
                <LazyPart>
                  <ResultsSummary booking={booking} />
                </LazyPart>
              )}
            </FoldedList>
            <Text size="sm" c="dimmed" px="md">
              <TimeZoneNote />
            </Text>
          </Stack>
        }
      >
        <Stack gap="lg">
          <NextStepSection booking={booking}>
            {primary === 'set_up_payouts' && <PayoutSetupButton />}
            {primary === 'find_others' && (
              <LazyPart>
                <OtherCreatorsLink booking={booking} />
              </LazyPart>
            )}
          </NextStepSection>
          {isDeciding && (
            <SectionCard title="Customer Information">
              <OrderBrief booking={booking} />
            </SectionCard>
          )}
          <DisputeSection booking={booking} />
          {booking.needsProduct && booking.acceptedAt !== null && (
            <LazyPart>
              <ShipmentSection booking={booking} />
            </LazyPart>
          )}
          {hasDeliverables && !isOver && (
            <LazyPart fallback={<Skeleton height={200} radius="md" />}>
              <Deliverables booking={booking} />
            </LazyPart>
          )}
          {booking.authorizedAt !== null && <ConversationSection booking={booking} user={user} />}
          {booking.completedAt !== null && (
            <LazyPart>
              <BookingReviewsSection booking={booking} />
            </LazyPart>
          )}
        </Stack>
      </AsideLayout>
    </>
  );
}

/** Shows the brand's brief and answers. Creators also see how other creators rate the brand. */
function OrderBrief({ booking }: { booking: BookingDetails }) {
  return (
    <Stack gap="md">
      <CustomerInfoList customer={booking.customer} />
      {booking.questions.length > 0 && (
        <>
          <Title order={3} fz="md">
            Questions and Answers
          </Title>
          <AnswerList booking={booking} />
        </>
      )}
      {booking.viewer === 'creator' && (
        <LazyPart>
          <BrandRating booking={booking} />
        </LazyPart>
      )}
    </Stack>
  );
}

const CONVERSATION_ANCHOR = 'conversation';

/** Shows the messages between both parties. Until the payment is authorized, there is no conversation. */
function ConversationSection({ booking, user }: { booking: BookingDetails; user: SignedInUser }) {
  const place = useRef<HTMLDivElement>(null);
  // Scrolls to this section if the URL fragment refers to it. The section had not been loaded when the router
  // scrolled to the fragment.
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${CONVERSATION_ANCHOR}`) place.current?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={place} id={CONVERSATION_ANCHOR} style={{ scrollMarginTop: 80 }}>
      <LazyPart fallback={<Skeleton height={240} radius="md" />}>
        <BookingConversation bookingId={booking.id} user={user} />
      </LazyPart>
    </div>
  );
}

/** Names the other party. The brand's view links to the creator's profile. */
const BookingPartner = ({ booking }: { booking: BookingDetails }) => (
  <Text span inherit c="dimmed" fz="0.7em" style={{ display: 'block' }}>
    {booking.viewer === 'creator' ? (
      <span key="creator">
        for{' '}
        {booking.clientLogoUrl !== null && (
          <span style={{ display: 'inline-block', verticalAlign: 'middle', marginInlineEnd: '0.3em' }}>
            <PersonAvatar
              person={{ fullName: booking.brandName, profileImageUrl: booking.clientLogoUrl }}
              size={28}
              kind="logo"
            />
          </span>
        )}
        <span>{booking.brandName}</span>
      </span>
    ) : (
      <span key="brand">
        by{' '}
        <Anchor component={Link} to={paths.profile({ username: booking.creatorUsername })} inherit underline="always">
          {booking.creatorName}
        </Anchor>
      </span>
    )}
  </Text>
);

/** Shows the package as it was at the time of the order. */
function PackageDetails({ booking }: { booking: BookingDetails }) {
  return (
    <FoldedSection title="Package Details" essence={`Delivery in ${pluralize(booking.deliveryDays, 'day')}`}>
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {booking.packageName}
        </Text>
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
              See the offer
            </Anchor>
          </Text>
        )}
      </Stack>
    </FoldedSection>
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
  const { agency, settledCreatorCents: creator, settledFeeCents: fee, settledRefundCents: refund } = booking;
  const agencyCents = agency === null ? 0 : computeAgencyShare(creator ?? 0, agency.shareBps);
  const isCreator = booking.viewer === 'creator';
  const back = { label: isCreator ? `Refund to ${booking.brandName}` : 'Refund to your card', cents: refund ?? 0 };
  const paid = {
    label: isCreator ? 'You receive' : `${booking.creatorName} receives`,
    cents: (creator ?? 0) - agencyCents,
  };
  const agencyPart = agency === null ? [] : [{ label: `${agency.name} receives`, cents: agencyCents }];
  return (
    <PaymentShares
      shares={[
        ...(isCreator ? [paid, ...agencyPart, back] : [back, paid]),
        { label: 'Platform fee', cents: fee ?? 0 },
        { label: 'Total', cents: booking.totalCents },
      ]}
    />
  );
}

const isPartlyRefunded = ({ settledRefundCents, settlementVoidedAt }: BookingDetails): boolean =>
  settledRefundCents !== null && settledRefundCents > 0 && settlementVoidedAt === null;
