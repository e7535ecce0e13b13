import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { REVIEW_PARTS } from '@marquee/booking';
import { CheckCircle2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { trpc, type Outputs } from '../../trpc.ts';
import { Late } from '../../ui/late.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { plural } from '../../ui/plural.ts';
import { Section } from '../../ui/Section.tsx';
import { When } from '../../ui/When.tsx';
import type { Booking } from '../bookings/booking.ts';
import { Review } from './Review.tsx';
import { ReviewsToCome } from './ReviewsToCome.tsx';

// Mantine's fields are fetched by who writes.
const ReviewForm = lazy(() => import('./ReviewForm.tsx').then((module) => ({ default: module.ReviewForm })));
const AnswerForm = lazy(() => import('./AnswerForm.tsx').then((module) => ({ default: module.AnswerForm })));

type Reviews = Outputs['reviews']['ofBooking'];

/** Both reviews of a booking, as far as its reader may see them, and the own one to be written. */
export function BookingReviews({ booking }: { booking: Booking }) {
  const { data: reviews } = trpc.reviews.ofBooking.useQuery({ bookingId: booking.id });
  if (reviews === undefined) return <ReviewsToCome booking={booking} />;
  const isCreator = booking.viewer === 'creator';
  const { own, other, refusal } = reviews;
  if (!isCreator && own === null && other === null && refusal !== null && refusal !== 'REVIEW_TOO_LATE') return null;
  const otherName = isCreator ? booking.brandName : booking.creatorName;
  return (
    <Section title="Reviews">
      <Stack gap="lg">
        {isCreator && <BrandRating name={booking.brandName} rating={reviews.otherRating} />}
        {refusal === null && <Write booking={booking} reviews={reviews} otherName={otherName} />}
        {refusal === 'REVIEW_TOO_LATE' && own === null && (
          <Text c="dimmed">
            The time to review this booking is over{other === null && <span>; nobody has written</span>}
            <span>.</span>
          </Text>
        )}
        {own !== null && <Own own={own} until={reviews.until} otherName={otherName} />}
        {other !== null && <Other other={other} bookingId={booking.id} otherName={otherName} />}
      </Stack>
    </Section>
  );
}

/** What other creators say of the brand, for who decides about its request. */
const BrandRating = ({ name, rating }: { name: string; rating: Reviews['otherRating'] }) => (
  <Text>
    {rating.count === 0 ? (
      `No creator has reviewed ${name} yet.`
    ) : (
      <span>
        Creators rate {name} <strong>{(rating.tenths / 10).toFixed(1)} of 5</strong> ({plural(rating.count, 'review')}
        ).
      </span>
    )}
  </Text>
);

function Write({ booking, reviews, otherName }: { booking: Booking; reviews: Reviews; otherName: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? (
    <Late>
      <ReviewForm
        bookingId={booking.id}
        viewer={reviews.viewer}
        otherName={otherName}
        until={reviews.until ?? ''}
        onCancel={() => setIsOpen(false)}
      />
    </Late>
  ) : (
    <div>
      <Text mb="sm">
        How was it to work with {otherName}? You can write until <When at={reviews.until ?? ''} />.
      </Text>
      <Button onClick={() => setIsOpen(true)}>Write a review</Button>
    </div>
  );
}

function Own({ own, until, otherName }: { own: NonNullable<Reviews['own']>; until: string | null; otherName: string }) {
  return (
    <section aria-label="Your review">
      {own.shownAt === null && (
        <Notice tone="info" icon={<CheckCircle2 size={20} aria-hidden />}>
          Your review is sent. It is shown when {otherName} has written too
          {until !== null && (
            <span>
              , at the latest on <When at={until} />
            </span>
          )}
          <span>. Nobody sees it before.</span>
        </Notice>
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
      <Review
        {...own}
        parts={REVIEW_PARTS[own.side].map((name, at) => [name, own.parts[at] ?? 0] as const)}
        about={<When at={own.shownAt ?? own.writtenAt} dateOnly />}
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

function Other({
  other,
  bookingId,
  otherName,
}: {
  other: NonNullable<Reviews['other']>;
  bookingId: string;
  otherName: string;
}) {
  return (
    <section aria-label={`The review of ${otherName}`}>
      <Title order={3} fz="md" mb="xs">
        {otherName} about you
      </Title>
      <Review
        {...other}
        parts={REVIEW_PARTS[other.side].map((name, at) => [name, other.parts[at] ?? 0] as const)}
        about={other.shownAt !== null && <When at={other.shownAt} dateOnly />}
        answerName="You"
      />
      {other.answerUntil !== null && (
        <div style={{ marginTop: 16 }}>
          <Late>
            <AnswerForm id={other.id} bookingId={bookingId} />
          </Late>
        </div>
      )}
    </section>
  );
}
