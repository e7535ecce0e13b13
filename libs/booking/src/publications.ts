/**
 * Where delivered work was published, and what came of it: the posts of a booking and the figures that its creator
 * reports of them.
 */
import type { BookingStatus, PaymentState } from './states.ts';

/**
 * Whether a booking has results to note and to show: its work has begun, and the money has not gone back. For good:
 * figures of a post come in long after the payout.
 */
export const isReportingResults = ({
  status,
  paymentState,
}: {
  status: BookingStatus;
  paymentState: PaymentState;
}): boolean =>
  (status === 'in_progress' || status === 'completed') && paymentState !== 'refunding' && paymentState !== 'refunded';

/** Posts of one booking: as many as it can have deliverables. */
export const MAX_PUBLICATIONS = 30;
/** How often figures of one post can be reported: twice a week for half a year. */
export const MAX_METRIC_REPORTS = 50;

/** The link of a post is looked at for so many days after it was published, where that is done. */
export const PUBLICATION_CHECK_DAYS = 365;

/** What a creator may report of a post, in the words of the platforms' own statistics. */
export const PUBLICATION_METRICS = ['views', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const;
export type PublicationMetric = (typeof PUBLICATION_METRICS)[number];
export const PUBLICATION_METRIC_LABELS: Record<PublicationMetric, string> = {
  views: 'Views',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
  saves: 'Saves',
  clicks: 'Link clicks',
};

/** Null: the platform does not show it, or the creator does not say it. */
export type MetricValues = Readonly<Record<PublicationMetric, number | null>>;

/** Why something about a post is refused, as a sentence for a person. */
export const PUBLICATION_REFUSALS = {
  POSTS_FULL: `A booking has at most ${MAX_PUBLICATIONS} published posts`,
  POST_NOT_FOUND: 'This post is not there any more',
  POST_TWICE: 'This post is on the list already',
  POST_DAY_WRONG: 'A post is published between the order and today',
  POST_PICTURE_MISSING: 'This post has no picture',
  POST_FIGURES_SPENT: `Figures of a post can be reported at most ${MAX_METRIC_REPORTS} times`,
} as const;
export type PublicationRefusal = keyof typeof PUBLICATION_REFUSALS;

export const isPublicationRefusal = (failure: string): failure is PublicationRefusal =>
  Object.hasOwn(PUBLICATION_REFUSALS, failure);

/**
 * What all posts come to, of each figure that at least one of them has; null: none has it. Posts that do not say a
 * figure are not counted in it.
 */
export function sumMetrics(posts: readonly MetricValues[]): MetricValues {
  const sum = (figure: PublicationMetric): number | null =>
    posts.reduce<number | null>((sum, { [figure]: value }) => (value === null ? sum : (sum ?? 0) + value), null);
  return {
    views: sum('views'),
    likes: sum('likes'),
    comments: sum('comments'),
    shares: sum('shares'),
    saves: sum('saves'),
    clicks: sum('clicks'),
  };
}

/** What a thousand views cost, in cents, rounded; null without views. `cents`: what the brand paid and did not get back. */
export const computeCostPerThousandViews = (cents: number, views: number | null): number | null =>
  views === null || views === 0 ? null : Math.round((cents * 1_000) / views);
