import type { DayRange, Period } from '@marquee/validation';

// Calendar days have no time zone. `new Date()` parses them as UTC, so they have to be formatted in UTC, too.
const SHORT_DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const LONG_DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const MONTH_YEAR_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const PERIOD_LABELS: Record<Period, string> = { '30d': '30 days', '13w': '13 weeks', '12m': '12 months' };

/** Labels for the previous period, with which the chosen period is compared. */
export const PREVIOUS_PERIOD_LABELS: Record<Period, string> = {
  '30d': 'the 30 days before',
  '13w': 'the 13 weeks before',
  '12m': 'the same months a year before',
};

/** The unit of the intervals into which a period is divided. */
export const INTERVAL_UNITS: Record<Period, string> = { '30d': 'day', '13w': 'week', '12m': 'month' };
export const INTERVAL_UNIT_LABELS: Record<Period, string> = { '30d': 'Day', '13w': 'Week', '12m': 'Month' };

/** Formats '2027-03' as 'March 2027'. */
export const formatMonth = (month: string): string => MONTH_YEAR_FORMAT.format(new Date(`${month}-01`));

export const formatShortInterval = ({ from }: DayRange, span: Period): string =>
  (span === '12m' ? MONTH_FORMAT : SHORT_DAY_FORMAT).format(new Date(from));

/** Formats an interval as 'March 2027', 'Mar 14, 2027' or 'Mar 8 – 14, 2027'. */
export const formatLongInterval = ({ from, to }: DayRange, span: Period): string =>
  span === '12m' ? MONTH_YEAR_FORMAT.format(new Date(from)) : formatDayRange({ from, to });

/**
 * States both periods of a comparison, such as 'Nov 1 – 25, 2026, compared with Oct 1 – 25, 2026'. Pages with
 * percentages show it once, because each of them compares other periods.
 */
export const formatComparedPeriods = (now: DayRange, before: DayRange): string =>
  `${formatDayRange(now)}, compared with ${formatDayRange(before)}`;

/** Formats 'Nov 1 – 25, 2026', or 'Nov 1, 2026' for a single day. */
export const formatDayRange = ({ from, to }: DayRange): string =>
  // Replaces thin spaces, because not every browser's `Intl` uses them.
  LONG_DAY_FORMAT.formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' ');

/** Formats the change between two values, such as '−22%'. Returns null if the earlier value is 0 or negative. */
export function formatChange(now: number, before: number): string | null {
  if (before <= 0) return null;
  if (now === before) return 'No change';
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return `${now > before ? '+' : '−'}${percent === 0 ? '<1' : percent}%`;
}

/**
 * Formats the change between two values with the earlier one, such as '−22% from $1,200.00'. `said` is the formatted
 * earlier value.
 */
export function formatChangeNote(now: number, before: number, said: string): string {
  const change = formatChange(now, before);
  return change === null ? 'None in the earlier period' : `${change} from ${said}`;
}
