import { storeTimeZoneCookie, getBrowserTimeZone } from '../../lib/readerClock.ts';

/** What signing in says of the browser: mails name moments in its time zone, and so do the pages that come after it. */
export function collectBrowserInfo(): { timeZone: string } {
  storeTimeZoneCookie();
  return { timeZone: getBrowserTimeZone() };
}
