/**
 * Remembers the booking that the user has just paid for in this tab. After the checkout, the dashboard shows the
 * booking's next step.
 */
import { tabStorage } from '../../../lib/storage.ts';

const RECENT_BOOKING_KEY = 'just booked';
const RECENT_BOOKING_MS = 15 * 60_000;

export function storeRecentBooking(bookingId: string): void {
  tabStorage.setJson(RECENT_BOOKING_KEY, { bookingId, at: Date.now() });
}

export const clearRecentBooking = (): void => tabStorage.remove(RECENT_BOOKING_KEY);

/** Returns the id of the booking paid for in this tab within the last 15 minutes, or null. */
export function findRecentBooking(): string | null {
  const { bookingId, at } = (tabStorage.getJson(RECENT_BOOKING_KEY) ?? {}) as { bookingId?: string; at?: number };
  return bookingId !== undefined && at !== undefined && Date.now() - at < RECENT_BOOKING_MS ? bookingId : null;
}
