import { keepZone, zoneOfBrowser } from '../../ui/clock.ts';

/** What signing in says of the browser: mails name moments in its time zone, and so do the pages that come after it. */
export function ofBrowser(): { timeZone: string } {
  keepZone();
  return { timeZone: zoneOfBrowser() };
}
