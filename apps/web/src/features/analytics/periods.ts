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

/** Formats an interval as 'March 2027', 'Mar 14, 2027' or 'Mar 8, 2027 – Mar 14, 2027'. */
export const formatLongInterval = ({ from, to }: DayRange, span: Period): string =>
  span === '12m'
    ? MONTH_YEAR_FORMAT.format(new Date(from))
    : from === to
      ? LONG_DAY_FORMAT.format(new Date(from))
      : `${LONG_DAY_FORMAT.format(new Date(from))} – ${LONG_DAY_FORMAT.format(new Date(to))}`;

/** Compares two values in words, such as '12% more than' or 'as much as'. Returns null if the earlier value is 0. */
export function formatChange(now: number, before: number): string | null {
  if (before <= 0) return null;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (now === before) return 'as much as';
  return `${percent === 0 ? 'less than 1' : percent}% ${now > before ? 'more' : 'less'} than`;
}

/**
 * Compares two periods in words, such as '12% more than the 30 days before (34)'. `said` is the formatted value of
 * the earlier period.
 */
export function formatChangeNote(now: number, before: number, span: Period, said: string): string {
  const words = formatChange(now, before);
  return words === null
    ? `Nothing in ${PREVIOUS_PERIOD_LABELS[span]}`
    : `${words} ${PREVIOUS_PERIOD_LABELS[span]} (${said})`;
}
