/** The booking that this tab has just paid for. The dashboard, where paying leads, says what happens next. */
import { tabStorage } from '../../lib/storage.ts';

const KEY = 'just booked';
/** Long enough to look at it, short enough not to be old news. */
const SHOWN_MS = 15 * 60_000;

export function rememberBooked(bookingId: string): void {
  tabStorage.setJson(KEY, { bookingId, at: Date.now() });
}

export const forgetBooked = (): void => tabStorage.remove(KEY);

/** Returns the id of the booking, or null if nothing was booked in this tab in the last 15 minutes. */
export function findBooked(): string | null {
  const { bookingId, at } = (tabStorage.getJson(KEY) ?? {}) as { bookingId?: string; at?: number };
  return bookingId !== undefined && at !== undefined && Date.now() - at < SHOWN_MS ? bookingId : null;
}
