import {
  computeCostPerThousandViews,
  PUBLICATION_METRIC_LABELS,
  PUBLICATION_METRICS,
  sumMetrics,
  type MetricValues,
} from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { queryUtils, type RouterOutputs } from '../../../trpc.ts';
import type { Stat } from '../../../ui/StatList.tsx';
import { pluralize } from '../../../lib/pluralize.ts';

export type BookingResults = RouterOutputs['publications']['results'];
export type Publication = BookingResults['posts'][number];
/** The part of the results that visitors with the shared link can see. */
export type SharedResults = Pick<BookingResults, 'deliverables' | 'posts'>;

/** Caches the returned results and reloads the booking, because its timeline has changed. */
export function cacheResults(after: BookingResults): void {
  queryUtils.publications.results.setData({ id: after.id }, after);
  void queryUtils.bookings.byId.invalidate({ id: after.id });
}

export const formatMetricValue = (value: number): string => value.toLocaleString('en-US');

/** Lists the reported metrics with their labels. */
export const listMetrics = (figures: MetricValues) =>
  PUBLICATION_METRICS.flatMap((name) => {
    const value = figures[name];
    return value === null ? [] : [{ name, label: PUBLICATION_METRIC_LABELS[name], value }];
  });

/**
 * Sums up the latest report of each post. `amountCents` is the amount that the viewer paid, or null if the viewer is
 * not the brand that paid.
 */
export function computeResultTotals({ posts }: SharedResults, amountCents: number | null): Stat[] {
  const last = posts.flatMap(({ reports }) => reports.at(-1) ?? []);
  const sum = sumMetrics(last);
  const isWhole = last.length === posts.length;
  const cost = amountCents === null ? null : computeCostPerThousandViews(amountCents, sum.views);
  return [
    // Omits the totals if there is only one post, because they would repeat its metrics. Views are still listed if
    // the cost per 1,000 views is shown.
    ...listMetrics(sum)
      .filter(({ name }) => posts.length > 1 || (cost !== null && name === 'views'))
      .map(({ name, label, value }) => ({
        label,
        value: formatMetricValue(value),
        // Not every platform reports every metric, so the note tells how many posts are included.
        ...((!isWhole || last.some((report) => report[name] === null)) && {
          note: `from ${last.filter((report) => report[name] !== null).length} of ${pluralize(posts.length, 'post')}`,
        }),
      })),
    ...(cost === null
      ? []
      : [{ label: 'Cost per 1,000 views', value: formatDollars(cost), note: 'including the fee, minus refunds' }]),
  ];
}

/** Returns all reports of all posts as a table. */
export const listReportRows = ({ posts }: SharedResults): string[][] => [
  ['Post', 'Published on', 'Reported on', ...PUBLICATION_METRICS.map((name) => PUBLICATION_METRIC_LABELS[name])],
  ...posts.flatMap(({ link, publishedOn, reports }) =>
    (reports.length === 0 ? [null] : reports).map((report) => [
      link,
      publishedOn,
      report?.reportedAt.slice(0, 10) ?? '',
      // Passed as strings, because `downloadCsv` formats numbers as money.
      ...PUBLICATION_METRICS.map((name) => String(report?.[name] ?? '')),
    ]),
  ),
];
