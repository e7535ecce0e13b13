/**
 * Formats dates in the viewer's time zone. The browser uses its own clock and time zone. The server uses its own
 * clock and, for a signed-in user's page, the time zone that the browser stored in a cookie (`storeTimeZoneCookie`).
 */
import { startTransition, useEffect, useState } from 'react';
import { createZoneFormatter, ZONE_COOKIE } from '@marquee/time';
import { getScope } from '../trpc.ts';

/** The number of time zones for which each formatter is cached. */
const MAX_ZONES = 8;

/**
 * Returns the time zone for rendering, or undefined for the browser's own. Pages that are the same for all visitors
 * are rendered in UTC.
 */
function getDisplayZone(): string | undefined {
  const { isDrawn, clock } = getScope();
  return clock?.timeZone ?? (isDrawn ? 'UTC' : undefined);
}

/** Re-renders a component in the viewer's time zone if the server rendered it in UTC. */
export function useReaderTimeZone(): void {
  const [isSettled, setSettled] = useState(() => !getScope().isDrawn || getScope().clock !== undefined);
  useEffect(() => {
    if (!isSettled) startTransition(() => setSettled(true));
  }, [isSettled]);
}

/** Returns a function that formats a date in the viewer's time zone. `options` are those of `Intl.DateTimeFormat`. */
export function createReaderFormatter(options: Intl.DateTimeFormatOptions, locale = 'en-US'): (moment: Date) => string {
  const print = createZoneFormatter(locale, options, MAX_ZONES);
  return (moment) => print(moment, getDisplayZone());
}

/** Returns the date in the viewer's time zone, in the format '2026-03-14'. */
export const toReaderDay = createReaderFormatter({ dateStyle: 'short' }, 'en-CA');

/** Returns today's date in the viewer's time zone. */
export const getReaderToday = (): string => toReaderDay(new Date(getScope().clock?.now ?? Date.now()));

const SECOND = 1_000;
const HALF_MINUTE = 30_000;

/**
 * Returns the current time in milliseconds, updated every 30 seconds. This is precise enough for texts such as 'in 5
 * minutes'.
 */
export function useNow(): number {
  // The first render in the browser must produce the same output as on the server.
  const [now, setNow] = useState(() => getScope().clock?.now ?? Date.now());
  useEffect(() => {
    const update = () => setNow((before) => (Math.abs(Date.now() - before) < SECOND ? before : Date.now()));
    startTransition(update);
    const timer = setInterval(update, HALF_MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Returns today's date in the viewer's time zone. Updates after midnight. */
export const useReaderToday = (): string => toReaderDay(new Date(useNow()));

export const getBrowserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Stores the browser's time zone in a cookie, so that the server can use it to render the next page. */
export function storeTimeZoneCookie(): void {
  const cookie = `${ZONE_COOKIE}=${encodeURIComponent(getBrowserTimeZone())}`;
  if (document.cookie.split('; ').includes(cookie)) return;
  const year = 365 * 24 * 3600;
  document.cookie = `${cookie}; path=/; max-age=${year}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}
