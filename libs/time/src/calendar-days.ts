/** Calendar days ('2026-03-14'), which are sent and stored in this format. */
import { DAY_MS, HOUR_MS } from './durations.ts';
import { createZoneFormatter } from './zone-formatter.ts';

/** Whether `value` is a calendar day ('2026-03-14'). */
export function isCalendarDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export const addDaysToDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export const countDaysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Returns the calendar day ('2026-03-14') of `moment` in an IANA time zone, or in UTC if `timeZone` is null. */
export const toDayInZone = (moment: Date, timeZone: string | null): string =>
  timeZone === null || timeZone === 'UTC' ? moment.toISOString().slice(0, 10) : formatDayInZone(moment, timeZone);

const formatDayInZone = createZoneFormatter('en-CA', { dateStyle: 'short' });

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a day: '2026-03-14' becomes 'March 14, 2026'. */
export const formatDay = (day: string): string => DAY_FORMAT.format(new Date(`${day}T00:00:00Z`));

/**
 * Returns the start of a day in an IANA time zone, or in UTC if `timeZone` is null. Searches in steps of 15 minutes,
 * because all current zone offsets are multiples of 15 minutes.
 */
export function getStartOfDay(day: string, timeZone: string | null): Date {
  // Start 14 hours before UTC midnight, because no time zone is further ahead of UTC.
  let at = Date.parse(`${day}T00:00:00Z`) - 14 * HOUR_MS;
  while (toDayInZone(new Date(at), timeZone) < day) at += 900_000;
  return new Date(at);
}
