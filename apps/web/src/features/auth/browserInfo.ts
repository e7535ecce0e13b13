import { storeTimeZoneCookie, getBrowserTimeZone } from '../../lib/readerClock.ts';

/** Returns what signing in stores about the browser: the time zone for emails and server-rendered pages. */
export function collectBrowserInfo(): { timeZone: string } {
  storeTimeZoneCookie();
  return { timeZone: getBrowserTimeZone() };
}
