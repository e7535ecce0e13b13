/** Rules for the publications of a booking and the metrics that the creator reports for them. */
import type { BookingStatus, PaymentState } from './states.ts';

/**
 * Whether a booking can have publications, because its work has begun and its payment was not refunded. There is no
 * end date, because creators report metrics long after the payout.
 */
export const isReportingResults = ({
  status,
  paymentState,
}: {
  status: BookingStatus;
  paymentState: PaymentState;
}): boolean =>
  (status === 'in_progress' || status === 'completed') && paymentState !== 'refunding' && paymentState !== 'refunded';

/** Maximum number of publications per booking, equal to the maximum number of deliverables. */
export const MAX_PUBLICATIONS = 30;
/** Maximum number of metric reports per publication, which is enough for two a week for half a year. */
export const MAX_METRIC_REPORTS = 50;

/**
 * The link of a publication is checked for this many days after it was published, if the operator enabled the check.
 */
export const PUBLICATION_CHECK_DAYS = 365;

/** The metrics that a creator can report, named as in the platforms' own statistics. */
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

/** The reported metrics of a publication. A metric is null if the creator did not report it. */
export type MetricValues = Readonly<Record<PublicationMetric, number | null>>;

/** Error messages by failure code, for refused changes to a publication. */
export const PUBLICATION_REFUSALS = {
  POSTS_FULL: `A booking can have at most ${MAX_PUBLICATIONS} published posts`,
  POST_NOT_FOUND: 'This post no longer exists',
  POST_TWICE: 'This post was already added',
  POST_DAY_WRONG: 'Choose a day from the day of the order to today',
  POST_PICTURE_MISSING: 'This post has no screenshot',
  POST_FIGURES_SPENT: `You can report the metrics of a post at most ${MAX_METRIC_REPORTS} times`,
} as const;
export type PublicationRefusal = keyof typeof PUBLICATION_REFUSALS;

/** Sums each metric over the posts that report it. A metric that no post reports is null. */
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

/**
 * Computes the cost per thousand views in cents, rounded. Returns null if there are no views. `cents` is the amount
 * that the brand paid, minus refunds.
 */
export const computeCostPerThousandViews = (cents: number, views: number | null): number | null =>
  views === null || views === 0 ? null : Math.round((cents * 1_000) / views);
