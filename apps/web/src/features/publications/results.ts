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
/** What also those see of results who have only their address. */
export type SharedResults = Pick<BookingResults, 'deliverables' | 'posts'>;

/** Adopts the server's answer about results; the booking's timeline says what happened. */
export function cacheResults(after: BookingResults): void {
  queryUtils.publications.results.setData({ id: after.id }, after);
  void queryUtils.bookings.byId.invalidate({ id: after.id });
}

export const formatMetricValue = (value: number): string => value.toLocaleString('en-US');

/** The figures that a report has, with their names. */
export const listMetrics = (figures: MetricValues) =>
  PUBLICATION_METRICS.flatMap((name) => {
    const value = figures[name];
    return value === null ? [] : [{ name, label: PUBLICATION_METRIC_LABELS[name], value }];
  });

/** What all posts together come to, by their last reports; `amountCents`: what the reader paid for it, if it did. */
export function computeResultTotals({ posts }: SharedResults, amountCents: number | null): Stat[] {
  const last = posts.flatMap(({ reports }) => reports.at(-1) ?? []);
  const sum = sumMetrics(last);
  const isWhole = last.length === posts.length;
  const cost = amountCents === null ? null : computeCostPerThousandViews(amountCents, sum.views);
  return [
    // Of one post its own figures say it all, but for what is paid for them.
    ...listMetrics(sum)
      .filter(({ name }) => posts.length > 1 || (cost !== null && name === 'views'))
      .map(({ name, label, value }) => ({
        label,
        value: formatMetricValue(value),
        // Not every platform says everything of every post.
        ...((!isWhole || last.some((report) => report[name] === null)) && {
          note: `from ${last.filter((report) => report[name] !== null).length} of ${pluralize(posts.length, 'post')}`,
        }),
      })),
    ...(cost === null
      ? []
      : [{ label: 'Paid for 1,000 views', value: formatDollars(cost), note: 'with the fee, without what came back' }]),
  ];
}

/** Every report as a table for spreadsheets. */
export const createReportsCsv = ({ posts }: SharedResults): string =>
  toCsv([
    ['Post', 'Published on', 'Reported on', ...PUBLICATION_METRICS.map((name) => PUBLICATION_METRIC_LABELS[name])],
    ...posts.flatMap(({ link, publishedOn, reports }) =>
      (reports.length === 0 ? [null] : reports).map((report) => [
        link,
        publishedOn,
        report?.reportedAt.slice(0, 10) ?? '',
        // Text: a number would be an amount of money.
        ...PUBLICATION_METRICS.map((name) => String(report?.[name] ?? '')),
      ]),
    ),
  ]);
