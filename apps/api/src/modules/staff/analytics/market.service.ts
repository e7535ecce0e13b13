/**
 * Computes marketplace metrics for staff from stored daily totals. The housekeeping job stores the totals of each
 * past day.
 */
import { listIntervals, type DayRange, type Period } from '@marquee/validation';
import type { Deps } from '../../../core/deps.ts';
import {
  runCloseMarketDays,
  findLastMarketDay,
  listBrandCohorts,
  listMarketDays,
  type MarketDayFigures,
} from './market.sql.ts';

/** Maximum number of days per run, so that no statement takes long after an outage of weeks. */
const MAX_MARKET_DAYS_PER_RUN = 31;

/** Stores the totals of up to `MAX_MARKET_DAYS_PER_RUN` past days. Returns whether more days are missing. */
export const closeMarketDays = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> =>
  (await runCloseMarketDays(db, now(), MAX_MARKET_DAYS_PER_RUN)) > 0;

/**
 * Returns the metrics of a period, per interval, in total, and for the preceding period. The period ends with
 * `until`, the last day that has stored totals. It is null if no day has. Days are UTC days.
 */
export async function marketOverTime(deps: Deps, { span }: { span: Period }) {
  const until = await findLastMarketDay(deps.db);
  const { pieces, before } = listIntervals(span, until ?? deps.now().toISOString().slice(0, 10));
  const to = pieces.at(-1)?.to ?? before.to;
  const days = until === null ? [] : await listMarketDays(deps.db, { from: before.from, to });
  return {
    until,
    pieces: pieces.map((piece) => ({ ...piece, ...sumMarketFigures(days, piece) })),
    total: sumMarketFigures(days, { from: pieces[0]?.from ?? to, to }),
    before: { ...before, ...sumMarketFigures(days, before) },
  };
}

const ZERO_MARKET_FIGURES: MarketDayFigures = {
  ordered: 0,
  paid: 0,
  accepted: 0,
  acceptedSeconds: 0,
  declined: 0,
  unanswered: 0,
  completed: 0,
  disputed: 0,
  creators: 0,
  brands: 0,
  capturedCents: 0,
  releasedCents: 0,
  feesCents: 0,
};
const MARKET_FIGURE_NAMES = Object.keys(ZERO_MARKET_FIGURES) as (keyof MarketDayFigures)[];

function sumMarketFigures(
  days: readonly ({ day: string } & MarketDayFigures)[],
  { from, to }: DayRange,
): MarketDayFigures {
  const sum = { ...ZERO_MARKET_FIGURES };
  for (const each of days)
    if (from <= each.day && each.day <= to) for (const name of MARKET_FIGURE_NAMES) sum[name] += each[name];
  return sum;
}

/** Number of months after a brand's first booking that the report shows. */
export const COHORT_MONTHS = 12;

/**
 * Groups brands by the month (UTC) in which they were first charged, for the latest month with stored totals and the
 * 12 months before it. Returns each group's number of brands, and how many of them were charged again in each later
 * month.
 */
export async function getBrandCohorts(deps: Deps): Promise<{ month: string; brands: number; later: number[] }[]> {
  const until = await findLastMarketDay(deps.db);
  if (until === null) return [];
  const months = Array.from({ length: COHORT_MONTHS + 1 }, (_, at) => subtractMonths(until, COHORT_MONTHS - at));
  const rows = await listBrandCohorts(deps.db, `${months[0]}-01`, COHORT_MONTHS);
  const brandsOf = (month: string, later: number) =>
    rows.find((row) => row.firstMonth.startsWith(month) && row.later === later)?.brands ?? 0;
  return months.map((month, at) => ({
    month,
    brands: brandsOf(month, 0),
    later: Array.from({ length: COHORT_MONTHS - at }, (_, later) => brandsOf(month, later + 1)),
  }));
}

/** Returns the month `months` before that of `day`, in the format '2027-03'. */
function subtractMonths(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}
