import {
  computeCostPerThousandViews,
  PUBLICATION_METRIC_LABELS,
  PUBLICATION_METRICS,
  sumMetrics,
  type MetricValues,
} from '@marquee/booking';
import { toCsv, formatDollars } from '@marquee/money';
import { queryUtils, type RouterOutputs } from '../../trpc.ts';
import type { Stat } from '../../ui/StatList.tsx';
import { pluralize } from '../../lib/pluralize.ts';

export type BookingResults = RouterOutputs['publications']['results'];
export type Publication = BookingResults['posts'][number];
/** The part of the results that is visible under a shared address. */
export type SharedResults = Pick<BookingResults, 'deliverables' | 'posts'>;

/** Caches the returned results and reloads the booking's timeline. */
export function cacheResults(after: BookingResults): void {
  queryUtils.publications.results.setData({ id: after.id }, after);
  void queryUtils.bookings.byId.invalidate({ id: after.id });
}

export const formatMetricValue = (value: number): string => value.toLocaleString('en-US');

/** Lists the reported figures with their labels. */
export const listMetrics = (figures: MetricValues) =>
  PUBLICATION_METRICS.flatMap((name) => {
    const value = figures[name];
    return value === null ? [] : [{ name, label: PUBLICATION_METRIC_LABELS[name], value }];
  });

/** Sums the latest reports of all posts. `amountCents` is the amount that the reader paid, or null. */
export function computeResultTotals({ posts }: SharedResults, amountCents: number | null): Stat[] {
  const last = posts.flatMap(({ reports }) => reports.at(-1) ?? []);
  const sum = sumMetrics(last);
  const isWhole = last.length === posts.length;
  const cost = amountCents === null ? null : computeCostPerThousandViews(amountCents, sum.views);
  return [
    // A single post already shows its own figures, except for the costs.
    ...listMetrics(sum)
      .filter(({ name }) => posts.length > 1 || (cost !== null && name === 'views'))
      .map(({ name, label, value }) => ({
        label,
        value: formatMetricValue(value),
        // Platforms report different figures, so a sum may be incomplete.
        ...((!isWhole || last.some((report) => report[name] === null)) && {
          note: `from ${last.filter((report) => report[name] !== null).length} of ${pluralize(posts.length, 'post')}`,
        }),
      })),
    ...(cost === null
      ? []
      : [{ label: 'Paid for 1,000 views', value: formatDollars(cost), note: 'with the fee, without what came back' }]),
  ];
}

/** Returns every report as CSV. */
export const createReportsCsv = ({ posts }: SharedResults): string =>
  toCsv([
    ['Post', 'Published on', 'Reported on', ...PUBLICATION_METRICS.map((name) => PUBLICATION_METRIC_LABELS[name])],
    ...posts.flatMap(({ link, publishedOn, reports }) =>
      (reports.length === 0 ? [null] : reports).map((report) => [
        link,
        publishedOn,
        report?.reportedAt.slice(0, 10) ?? '',
        // Passed as text, because the CSV writer formats numbers as money.
        ...PUBLICATION_METRICS.map((name) => String(report?.[name] ?? '')),
      ]),
    ),
  ]);
