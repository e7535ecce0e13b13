import { z } from './zod.ts';

/** The periods that a chart can show, which are 30 days by day, 13 weeks by week, or 12 calendar months by month. */
export const PERIODS = ['30d', '13w', '12m'] as const;
export type Period = (typeof PERIODS)[number];

export const periodInput = z.strictObject({ span: z.enum(PERIODS) });

/** A range of UTC days ('2027-03-14'), both inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const toIsoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const shiftDay = (day: string, days: number) => toIsoDay(Date.parse(day) + days * DAY_MS);

/** Returns the first day of the month that is `months` after the month of `day`. */
function getMonthStart(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return toIsoDay(Date.UTC(year, month - 1 + months, 1));
}

/**
 * Lists the intervals of a period that ends with `today`, oldest first. Also returns `before`, the period to compare
 * with. For `12m`, this is the same part of the year before. For other periods, it is the same number of days
 * directly before the period.
 */
export function listIntervals(span: Period, today: string): { pieces: DayRange[]; before: DayRange } {
  if (span === '12m') {
    const pieces = Array.from({ length: 12 }, (_, at) => {
      const to = shiftDay(getMonthStart(today, at - 10), -1);
      return { from: getMonthStart(today, at - 11), to: to < today ? to : today };
    });
    // February 29 has no counterpart in the year before, so the comparison ends on February 28.
    const lastYear = getMonthStart(today, -12);
    const sameDay = `${lastYear.slice(0, 8)}${today.slice(8)}`;
    const end = shiftDay(getMonthStart(today, -11), -1);
    return { pieces, before: { from: getMonthStart(today, -23), to: sameDay < end ? sameDay : end } };
  }
  const [count, days] = span === '30d' ? [30, 1] : [13, 7];
  const from = shiftDay(today, 1 - count * days);
  const pieces = Array.from({ length: count }, (_, at) => ({
    from: shiftDay(from, at * days),
    to: shiftDay(from, (at + 1) * days - 1),
  }));
  return { pieces, before: { from: shiftDay(from, -count * days), to: shiftDay(from, -1) } };
}
