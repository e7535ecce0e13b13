import { z } from './zod.ts';

/** How far back figures over time go: by days, by weeks, by calendar months. */
export const SPANS = ['30d', '13w', '12m'] as const;
export type Span = (typeof SPANS)[number];

export const spanAsked = z.strictObject({ span: z.enum(SPANS) });

/** Days (UTC), '2027-03-14', the first and the last included. */
export interface Days {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const textOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const shifted = (day: string, days: number) => textOf(Date.parse(day) + days * DAY_MS);

/** The first day of the month that is `months` after a day's. */
function monthOf(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return textOf(Date.UTC(year, month - 1 + months, 1));
}

/**
 * The pieces of a span that ends with `today`, the oldest first, and the days that it is held against: as many before
 * it, or the same months of the year before, as far as this one has come.
 */
export function piecesOfSpan(span: Span, today: string): { pieces: Days[]; before: Days } {
  if (span === '12m') {
    const pieces = Array.from({ length: 12 }, (_, at) => {
      const to = shifted(monthOf(today, at - 10), -1);
      return { from: monthOf(today, at - 11), to: to < today ? to : today };
    });
    // The 29th of February has no day a year before: its month then ends a day earlier.
    const lastYear = monthOf(today, -12);
    const sameDay = `${lastYear.slice(0, 8)}${today.slice(8)}`;
    const end = shifted(monthOf(today, -11), -1);
    return { pieces, before: { from: monthOf(today, -23), to: sameDay < end ? sameDay : end } };
  }
  const [count, days] = span === '30d' ? [30, 1] : [13, 7];
  const from = shifted(today, 1 - count * days);
  const pieces = Array.from({ length: count }, (_, at) => ({
    from: shifted(from, at * days),
    to: shifted(from, (at + 1) * days - 1),
  }));
  return { pieces, before: { from: shifted(from, -count * days), to: shifted(from, -1) } };
}
