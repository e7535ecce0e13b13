import { useNow } from '../lib/readerClock.ts';

const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Shows a time relative to now, rounded: 'in 3 days', 'in 5 hours', '2 days ago'. The exact time is next to it. */
export function RelativeTime({ at }: { at: string }) {
  return <span>{formatDistance(Date.parse(at) - useNow())}</span>;
}

function formatDistance(ms: number): string {
  const size = Math.abs(ms);
  if (size < MINUTE) return ms < 0 ? 'just now' : 'in less than a minute';
  if (size < HOUR) return format.format(Math.round(ms / MINUTE), 'minute');
  // Up to two days in hours, because 'in 1 day' would be off by up to a day.
  if (size < 2 * DAY) return format.format(Math.round(ms / HOUR), 'hour');
  return format.format(Math.round(ms / DAY), 'day');
}
