/** The booking that this tab has just paid for: the dashboard, where paying leads, says what becomes of it. */
const KEY = 'just booked';
/** Long enough to look at it, short enough not to be old news. */
const SHOWN_MS = 15 * 60_000;

export function rememberBooked(bookingId: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ bookingId, at: Date.now() }));
}

export const forgetBooked = (): void => sessionStorage.removeItem(KEY);

/** Its id, or null when nothing was booked a moment ago. */
export function findBooked(): string | null {
  try {
    const { bookingId, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { bookingId?: string; at?: number };
    return bookingId !== undefined && at !== undefined && Date.now() - at < SHOWN_MS ? bookingId : null;
  } catch {
    return null;
  }
}
