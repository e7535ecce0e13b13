import { Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { REVIEW_PARTS } from '@marquee/booking';
import { useState } from 'react';
import { trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { StarRating } from '../../../ui/StarRating.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { ReportButton } from '../../staff/reports/ReportButton.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import classes from './Reviews.module.css';

type ReviewPage = RouterOutputs['reviews']['byCreator'];

interface ProfileReviewsProps {
  creator: { id: string; username: string; fullName: string };
  stats: RouterOutputs['profiles']['stats'];
  /** The first page of reviews, or undefined if it could not be loaded. */
  first: ReviewPage | undefined;
  isSignedIn: boolean;
  isOwner: boolean;
}

/** Shows a creator's average rating and all reviews with their replies, newest first. */
export function ProfileReviews({ creator, stats, first, isSignedIn, isOwner }: ProfileReviewsProps) {
  const [more, setMore] = useState<ReviewPage[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  if (stats.reviewCount === 0) return null;
  const pages = first === undefined ? [] : [first, ...more];
  const cursor = pages.at(-1)?.nextCursor ?? null;
  const fetchNextPage = async () => {
    setIsLoading(true);
    try {
      const page = await trpcClient.reviews.byCreator.query({ username: creator.username, cursor: cursor ?? '' });
      setMore((before) => [...before, page]);
      return { error: null };
    } catch (error) {
      return { error };
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <section aria-labelledby="reviews">
      <Title order={2} id="reviews" mb="md" className={classes.target ?? ''}>
        Reviews
      </Title>
      <ReviewSummary stats={stats} />
      {first === undefined && <Text mt="md">The reviews could not be loaded. Reload the page to try again.</Text>}
      <ol className={classes.list}>
        {pages
          .flatMap(({ items }) => items)
          .map((review) => (
            <li key={review.id}>
              <div className={classes.author}>
                <PersonAvatar
                  person={{ fullName: review.authorName, profileImageUrl: review.authorImageUrl }}
                  size={32}
                />
                <span>{review.authorName}</span>
                <span>
                  {!isOwner && <ReportButton creator={creator} services={[]} review={review} isSignedIn={isSignedIn} />}
                </span>
              </div>
              <ReviewItem
                stars={review.stars}
                text={review.text}
                answer={review.answer}
                answeredAt={review.answeredAt}
                about={
                  <>
                    {review.packageName} · <DateTime at={review.shownAt} dateOnly />
                  </>
                }
                answerName={creator.fullName}
              />
            </li>
          ))}
      </ol>
      <LoadMore
        list={{ hasNextPage: cursor !== null, isFetchingNextPage: isLoading, fetchNextPage }}
        failure="The reviews could not be loaded"
      />
    </section>
  );
}

function ReviewSummary({ stats }: { stats: RouterOutputs['profiles']['stats'] }) {
  const { rating, reviewCount, stars, ratedParts } = stats;
  return (
    <div className={classes.summary}>
      <div>
        <Group gap="md">
          <span className={classes.average} aria-hidden>
            {rating.toFixed(1)}
          </span>
          <div>
            <StarRating stars={rating} size={20} />
            <Text size="sm" c="dimmed">
              {pluralize(reviewCount, 'review')}
            </Text>
          </div>
        </Group>
        <dl className={classes.parts}>
          {REVIEW_PARTS.brand.map((name, at) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{((ratedParts[at] ?? 0) / 10).toFixed(1)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className={classes.bars} aria-label="Reviews by number of stars">
        {[5, 4, 3, 2, 1].map((each) => {
          const count = stars[each - 1] ?? 0;
          return (
            <li key={each}>
              <span>{pluralize(each, 'star')}</span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${(100 * count) / reviewCount}%` }} />
              </span>
              <span>
                {count}
                <VisuallyHidden> {count === 1 ? 'review' : 'reviews'}</VisuallyHidden>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
