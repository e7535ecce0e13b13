import { perThousandViews, POST_FIGURE_LABELS, POST_FIGURES, sumFigures, type Figures } from '@marquee/booking';
import { csvOf, formatDollars } from '@marquee/money';
import { data, type Outputs } from '../../trpc.ts';
import type { Figure } from '../../ui/Figures.tsx';
import { plural } from '../../ui/plural.ts';

export type Results = Outputs['posts']['results'];
export type Post = Results['posts'][number];
/** What also those see of results who have only their address. */
export type ShownResults = Pick<Results, 'deliverables' | 'posts'>;

/** Adopts the server's answer about results; the booking's timeline says what happened. */
export function adoptResults(after: Results): void {
  data.posts.results.setData({ id: after.id }, after);
  void data.bookings.byId.invalidate({ id: after.id });
}

export const numberText = (value: number): string => value.toLocaleString('en-US');

/** The figures that a report has, with their names. */
export const figuresOf = (figures: Figures) =>
  POST_FIGURES.flatMap((name) => {
    const value = figures[name];
    return value === null ? [] : [{ name, label: POST_FIGURE_LABELS[name], value }];
  });

/** What all posts together come to, by their last reports; `amountCents`: what the reader paid for it, if it did. */
export function totalsOf({ posts }: ShownResults, amountCents: number | null): Figure[] {
  const last = posts.flatMap(({ reports }) => reports.at(-1) ?? []);
  const sum = sumFigures(last);
  const isWhole = last.length === posts.length;
  const cost = amountCents === null ? null : perThousandViews(amountCents, sum.views);
  return [
    // Of one post its own figures say it all, but for what is paid for them.
    ...figuresOf(sum)
      .filter(({ name }) => posts.length > 1 || (cost !== null && name === 'views'))
      .map(({ name, label, value }) => ({
        label,
        value: numberText(value),
        // Not every platform says everything of every post.
        ...((!isWhole || last.some((report) => report[name] === null)) && {
          note: `from ${last.filter((report) => report[name] !== null).length} of ${plural(posts.length, 'post')}`,
        }),
      })),
    ...(cost === null
      ? []
      : [{ label: 'Paid for 1,000 views', value: formatDollars(cost), note: 'with the fee, without what came back' }]),
  ];
}

/** Every report as a table for spreadsheets. */
export const reportsCsv = ({ posts }: ShownResults): string =>
  csvOf([
    ['Post', 'Published on', 'Reported on', ...POST_FIGURES.map((name) => POST_FIGURE_LABELS[name])],
    ...posts.flatMap(({ link, publishedOn, reports }) =>
      (reports.length === 0 ? [null] : reports).map((report) => [
        link,
        publishedOn,
        report?.reportedAt.slice(0, 10) ?? '',
        // Text: a number would be an amount of money.
        ...POST_FIGURES.map((name) => String(report?.[name] ?? '')),
      ]),
    ),
  ]);
