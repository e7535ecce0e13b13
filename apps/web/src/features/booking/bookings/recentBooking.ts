/**
 * Remembers the booking that the user has just paid for in this tab. After the checkout, the dashboard shows the
 * booking's next step.
 */
import { openTabStorage } from '../../../lib/storage.ts';
import { getStorageOwner } from '../../../lib/storageOwner.ts';

const RECENT_BOOKING_KEY = 'recent booking';
const RECENT_BOOKING_MS = 15 * 60_000;

export function storeRecentBooking(bookingId: string): void {
  openTabStorage(getStorageOwner()).setJson(RECENT_BOOKING_KEY, { bookingId, at: Date.now() });
}

export const clearRecentBooking = (): void => openTabStorage(getStorageOwner()).remove(RECENT_BOOKING_KEY);

/** Returns the id of the booking paid for in this tab within the last 15 minutes, or null. */
export function findRecentBooking(): string | null {
  const { bookingId, at } = (openTabStorage(getStorageOwner()).getJson(RECENT_BOOKING_KEY) ?? {}) as {
    bookingId?: string;
    at?: number;
  };
  return bookingId !== undefined && at !== undefined && Date.now() - at < RECENT_BOOKING_MS ? bookingId : null;
}
