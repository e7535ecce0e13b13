import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { REVIEW_PARTS } from '@marquee/booking';
import { CheckCircle2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { trpc, type RouterOutputs } from '../../trpc.ts';
import { LazyPart } from '../../ui/LazyPart.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import type { BookingDetails } from '../bookings/booking.ts';
import { ReviewItem } from './ReviewItem.tsx';
import { ReviewsSkeleton } from './ReviewsSkeleton.tsx';

// These forms load on demand, because they need Mantine's input components and most viewers never open them.
const LazyReviewForm = lazy(() => import('./ReviewForm.tsx').then((module) => ({ default: module.ReviewForm })));
const LazyReviewAnswerForm = lazy(() =>
  import('./ReviewAnswerForm.tsx').then((module) => ({ default: module.ReviewAnswerForm })),
);

type LoadedReviews = RouterOutputs['reviews']['byBooking'];

/** Shows the reviews of a booking that are visible to the viewer, with a form for the viewer's own review. */
export function BookingReviewsSection({ booking }: { booking: BookingDetails }) {
  const { data: reviews } = trpc.reviews.byBooking.useQuery({ bookingId: booking.id });
  if (reviews === undefined) return <ReviewsSkeleton booking={booking} />;
  const isCreator = booking.viewer === 'creator';
  const { own, other, refusal } = reviews;
  if (!isCreator && own === null && other === null && refusal !== null && refusal !== 'REVIEW_TOO_LATE') return null;
  const otherName = isCreator ? booking.brandName : booking.creatorName;
  return (
    <SectionCard title="Reviews">
      <Stack gap="lg">
        {isCreator && <BrandRating name={booking.brandName} rating={reviews.otherRating} />}
        {refusal === null && <WriteReview booking={booking} reviews={reviews} otherName={otherName} />}
        {refusal === 'REVIEW_TOO_LATE' && own === null && (
          <Text c="dimmed">
            The time to review this booking is over{other === null && <span>; nobody has written</span>}
            <span>.</span>
          </Text>
        )}
        {own !== null && <OwnReview own={own} until={reviews.until} otherName={otherName} />}
        {other !== null && <ReceivedReview other={other} bookingId={booking.id} otherName={otherName} />}
      </Stack>
    </SectionCard>
  );
}

/** Shows the creator how other creators have rated the brand. */
const BrandRating = ({ name, rating }: { name: string; rating: LoadedReviews['otherRating'] }) => (
  <Text>
    {rating.count === 0 ? (
      `No creator has reviewed ${name} yet.`
    ) : (
      <span>
        Creators rate {name} <strong>{(rating.tenths / 10).toFixed(1)} of 5</strong> (
        {pluralize(rating.count, 'review')}
        ).
      </span>
    )}
  </Text>
);

function WriteReview({
  booking,
  reviews,
  otherName,
}: {
  booking: BookingDetails;
  reviews: LoadedReviews;
  otherName: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? (
    <LazyPart>
      <LazyReviewForm
        bookingId={booking.id}
        viewer={reviews.viewer}
        otherName={otherName}
        until={reviews.until ?? ''}
        onCancel={() => setIsOpen(false)}
      />
    </LazyPart>
  ) : (
    <div>
      <Text mb="sm">
        How was it to work with {otherName}? You can write until <DateTime at={reviews.until ?? ''} />.
      </Text>
      <Button onClick={() => setIsOpen(true)}>Write a review</Button>
    </div>
  );
}

function OwnReview({
  own,
  until,
  otherName,
}: {
  own: NonNullable<LoadedReviews['own']>;
  until: string | null;
  otherName: string;
}) {
  return (
    <section aria-label="Your review">
      {own.shownAt === null && (
        <Callout tone="info" icon={<CheckCircle2 size={20} aria-hidden />}>
          Your review is sent. It is shown when {otherName} has written too
          {until !== null && (
            <span>
              , at the latest on <DateTime at={until} />
            </span>
          )}
          <span>. Nobody sees it before.</span>
        </Callout>
      )}
      <Group mt="md" mb="xs">
        <Title order={3} fz="md">
          Your review
        </Title>
      </Group>
      {own.hiddenAt !== null && (
        <Text c="dimmed" mb="xs">
          Our staff has hidden it: {own.hiddenReason}
        </Text>
      )}
      <ReviewItem
        {...own}
        parts={REVIEW_PARTS[own.side].map((name, at) => [name, own.parts[at] ?? 0] as const)}
        about={<DateTime at={own.shownAt ?? own.writtenAt} dateOnly />}
        answerName={otherName}
      />
      {own.staffNote !== '' && (
        <Text size="sm" c="dimmed" mt="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          Only our staff reads: {own.staffNote}
        </Text>
      )}
    </section>
  );
}

function ReceivedReview({
  other,
  bookingId,
  otherName,
}: {
  other: NonNullable<LoadedReviews['other']>;
  bookingId: string;
  otherName: string;
}) {
  return (
    <section aria-label={`The review of ${otherName}`}>
      <Title order={3} fz="md" mb="xs">
        {otherName} about you
      </Title>
      <ReviewItem
        {...other}
        parts={REVIEW_PARTS[other.side].map((name, at) => [name, other.parts[at] ?? 0] as const)}
        about={other.shownAt !== null && <DateTime at={other.shownAt} dateOnly />}
        answerName="You"
      />
      {other.answerUntil !== null && (
        <div style={{ marginTop: 16 }}>
          <LazyPart>
            <LazyReviewAnswerForm id={other.id} bookingId={bookingId} />
          </LazyPart>
        </div>
      )}
    </section>
  );
}
