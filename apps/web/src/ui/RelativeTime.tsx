import { useNow } from '../lib/readerClock.ts';

const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Shows a time relative to now and rounded, such as 'in 3 days', 'in 5 hours' or '2 days ago'. Show the exact time
 * next to it.
 */
export function RelativeTime({ at }: { at: string }) {
  return <span>{formatDistance(Date.parse(at) - useNow())}</span>;
}

function formatDistance(ms: number): string {
  const size = Math.abs(ms);
  if (size < MINUTE) return ms < 0 ? 'just now' : 'in less than a minute';
  if (size < HOUR) return format.format(Math.round(ms / MINUTE), 'minute');
  // Less than two days are shown in hours, because 'in 1 day' could be off by half a day.
  if (size < 2 * DAY) return format.format(Math.round(ms / HOUR), 'hour');
  return format.format(Math.round(ms / DAY), 'day');
}
