import { storeTimeZoneCookie, getBrowserTimeZone } from '../../../lib/readerClock.ts';

/**
 * Returns the browser's time zone for sign-in requests. The API stores it and uses it in emails. Also sets the time
 * zone cookie for server-rendered pages.
 */
export function collectBrowserInfo(): { timeZone: string } {
  storeTimeZoneCookie();
  return { timeZone: getBrowserTimeZone() };
}
