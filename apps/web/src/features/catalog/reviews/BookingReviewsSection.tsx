import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { isReviewOffered, REVIEW_PARTS, REVIEW_REFUSALS } from '@marquee/booking';
import { CheckCircle2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { useNow } from '../../../lib/readerClock.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import type { BookingDetails } from '../../booking/bookings/booking.ts';
import { ReviewItem } from './ReviewItem.tsx';

// These forms load on demand, because they need Mantine's input components and most viewers never open them.
const LazyReviewForm = lazy(() => import('./ReviewForm.tsx').then((module) => ({ default: module.ReviewForm })));
const LazyReviewAnswerForm = lazy(() =>
  import('./ReviewAnswerForm.tsx').then((module) => ({ default: module.ReviewAnswerForm })),
);

type LoadedReviews = RouterOutputs['reviews']['byBooking'];

/** Shows the reviews of a booking that are visible to the viewer, with a form for the viewer's own review. */
export function BookingReviewsSection({ booking }: { booking: BookingDetails }) {
  const { data: reviews } = trpc.reviews.byBooking.useQuery({ bookingId: booking.id });
  const now = new Date(useNow());
  if (reviews === undefined) return null;
  const isCreator = booking.viewer === 'creator';
  const { own, other, refusal } = reviews;
  const canWrite = refusal === null && isReviewOffered(booking, now);
  const isRelated = refusal === 'REVIEW_RELATED';
  if (own === null && other === null && !canWrite && !isRelated && refusal !== 'REVIEW_TOO_LATE') return null;
  const otherName = isCreator ? booking.brandName : booking.creatorName;
  return (
    <SectionCard title="Reviews">
      <Stack gap="lg">
        {canWrite && <WriteReview booking={booking} reviews={reviews} otherName={otherName} />}
        {refusal === 'REVIEW_TOO_LATE' && own === null && (
          <Text c="dimmed">The deadline for reviewing this booking has passed.</Text>
        )}
        {isRelated && <Text c="dimmed">{REVIEW_REFUSALS.REVIEW_RELATED}</Text>}
        {own !== null && <OwnReview own={own} until={reviews.until} otherName={otherName} />}
        {other !== null && <ReceivedReview other={other} bookingId={booking.id} otherName={otherName} />}
      </Stack>
    </SectionCard>
  );
}

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
        Tell others what it was like to work with {otherName}, by <DateTime at={reviews.until ?? ''} withDistance />.
      </Text>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Write a review
      </Button>
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
          We publish your review when {otherName} has written one, too
          {until !== null && (
            <span>
              , or on <DateTime at={until} />
            </span>
          )}
          <span>.</span>
        </Callout>
      )}
      <Group mt="md" mb="xs">
        <Title order={3} fz="md">
          Your review
        </Title>
      </Group>
      {own.hiddenAt !== null && (
        <Text c="dimmed" mb="xs">
          We hid this review: {own.hiddenReason}
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
          Note to our staff: {own.staffNote}
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
    <section aria-label={`Review by ${otherName}`}>
      <Title order={3} fz="md" mb="xs">
        Review by {otherName}
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
