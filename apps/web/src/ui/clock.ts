/**
 * The reader's clock and time zone. In the browser they are the browser's own; where the server draws a page for
 * somebody, it takes the moment of drawing, and the zone that their browser named (`keepZone`).
 */
import { startTransition, useEffect, useState } from 'react';
import { zonePrinter } from '@marquee/booking';
import { ZONE_COOKIE } from '@marquee/validation';
import { scope } from '../trpc.ts';

/** More zones than this are not kept ready at once: there are many printers. */
const MOST_ZONES = 8;

/** Visitors' pages are drawn for everybody alike, so those say UTC; undefined: the browser's own. */
function zoneNow(): string | undefined {
  const { isDrawn, clock } = scope();
  return clock?.timeZone ?? (isDrawn ? 'UTC' : undefined);
}

/** Draws a component again in the reader's zone that was taken over in another. */
export function useReadersZone(): void {
  const [isSettled, setSettled] = useState(() => !scope().isDrawn || scope().clock !== undefined);
  useEffect(() => {
    if (!isSettled) startTransition(() => setSettled(true));
  }, [isSettled]);
}

/** Prints moments in the reader's time zone, as `Intl.DateTimeFormat` does with these options. */
export function printer(options: Intl.DateTimeFormatOptions, locale = 'en-US'): (moment: Date) => string {
  const print = zonePrinter(locale, options, MOST_ZONES);
  return (moment) => print(moment, zoneNow());
}

/** The day ('2026-03-14') that a moment is on the reader's clock. */
export const dayOf = printer({ dateStyle: 'short' }, 'en-CA');

/** The reader's day now. */
export const today = (): string => dayOf(new Date(scope().clock?.now ?? Date.now()));

const SECOND = 1_000;
const HALF_MINUTE = 30_000;

/** The time, in milliseconds, kept up to date closely enough for texts such as 'in 5 minutes'. */
export function useNow(): number {
  // What is taken over has to say what the server said.
  const [now, setNow] = useState(() => scope().clock?.now ?? Date.now());
  useEffect(() => {
    const look = () => setNow((before) => (Math.abs(Date.now() - before) < SECOND ? before : Date.now()));
    startTransition(look);
    const timer = setInterval(look, HALF_MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The reader's day, also when it becomes another one meanwhile. */
export const useToday = (): string => dayOf(new Date(useNow()));

/** The browser's time zone, such as 'Europe/Lisbon'. */
export const zoneOfBrowser = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Tells the server with the next page in which zone this browser shows times. */
export function keepZone(): void {
  const kept = `${ZONE_COOKIE}=${encodeURIComponent(zoneOfBrowser())}`;
  if (document.cookie.split('; ').includes(kept)) return;
  const year = 365 * 24 * 3600;
  document.cookie = `${kept}; path=/; max-age=${year}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}
