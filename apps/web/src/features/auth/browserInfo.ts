import { storeTimeZoneCookie, getBrowserTimeZone } from '../../lib/readerClock.ts';

/**
 * Returns the browser's time zone for the sign-in request, which stores it for emails. Also sets the time zone
 * cookie for server-rendered pages.
 */
export function collectBrowserInfo(): { timeZone: string } {
  storeTimeZoneCookie();
  return { timeZone: getBrowserTimeZone() };
}
