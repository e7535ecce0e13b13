/** Figures of the whole marketplace, for staff: of days that are over, which housekeeping counts. */
import { piecesOfSpan, type Days, type Span } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { closeDays, findLastDay, listCohorts, listMarketDays, type MarketFigures } from './market.sql.ts';

/** A run counts so many days, so that no statement takes long after weeks without one. */
const MOST_DAYS = 31;

/** Counts the days that are over, a month of them at most; returns whether there are more. */
export const closeMarketDays = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> =>
  (await closeDays(db, now(), MOST_DAYS)) > 0;

/**
 * What happened over a span that ends with the last counted day (`until`; null: none is): piece by piece, in all, and
 * in the days that it is held against. Days are UTC's.
 */
export async function marketOverTime(ctx: UserCtx, { span }: { span: Span }) {
  const until = await findLastDay(ctx.db);
  const { pieces, before } = piecesOfSpan(span, until ?? ctx.now().toISOString().slice(0, 10));
  const to = pieces.at(-1)?.to ?? before.to;
  const days = until === null ? [] : await listMarketDays(ctx.db, { from: before.from, to });
  return {
    until,
    pieces: pieces.map((piece) => ({ ...piece, ...sumOf(days, piece) })),
    total: sumOf(days, { from: pieces[0]?.from ?? to, to }),
    before: { ...before, ...sumOf(days, before) },
  };
}

const NOTHING: MarketFigures = {
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
const NAMES = Object.keys(NOTHING) as (keyof MarketFigures)[];

function sumOf(days: readonly ({ day: string } & MarketFigures)[], { from, to }: Days): MarketFigures {
  const sum = { ...NOTHING };
  for (const each of days) if (from <= each.day && each.day <= to) for (const name of NAMES) sum[name] += each[name];
  return sum;
}

/** The months after the first one that are looked at. */
export const COHORT_MONTHS = 12;

/**
 * Brands by the month (UTC) of their first charged booking, this month's and those of twelve before: how many they are,
 * and how many were charged for another booking in each month since, as far as days are counted.
 */
export async function brandCohorts(ctx: UserCtx): Promise<{ month: string; brands: number; later: number[] }[]> {
  const until = await findLastDay(ctx.db);
  if (until === null) return [];
  const months = Array.from({ length: COHORT_MONTHS + 1 }, (_, at) => monthBefore(until, COHORT_MONTHS - at));
  const rows = await listCohorts(ctx.db, `${months[0]}-01`, COHORT_MONTHS);
  const brandsOf = (month: string, later: number) =>
    rows.find((row) => row.firstMonth.startsWith(month) && row.later === later)?.brands ?? 0;
  return months.map((month, at) => ({
    month,
    brands: brandsOf(month, 0),
    later: Array.from({ length: COHORT_MONTHS - at }, (_, later) => brandsOf(month, later + 1)),
  }));
}

/** The month, as '2027-03', that is so many before a day's. */
function monthBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}
