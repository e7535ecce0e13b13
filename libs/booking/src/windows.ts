/** How long each step may take, and the moments that follow from it. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Decisions: unpaid bookings are cancelled after 24 h. */
export const UNPAID_WINDOW_MS = 24 * HOUR_MS;
/** Decisions: the creator must accept within 72 h of the authorisation… */
export const ACCEPT_WINDOW_MS = 72 * HOUR_MS;
/** …and never later than a day before Stripe's `capture_before`. */
const CAPTURE_MARGIN_MS = 24 * HOUR_MS;
/** Decisions: the payout is released 5 days after completion when the brand does not act. */
export const RELEASE_WINDOW_MS = 5 * DAY_MS;

/** Decisions "Cancel after accept": the other side has 72 h to agree or dispute. */
export const CANCELLATION_WINDOW_MS = 72 * HOUR_MS;
/** Decisions "Cancel after accept": the brand alone may cancel once delivery is 3 days overdue. */
export const OVERDUE_MS = 3 * DAY_MS;
/** Decisions "Problem reported": the other side has 7 days to answer. */
export const DISPUTE_WINDOW_MS = 7 * DAY_MS;
/** Decisions "Mark as Completed": the days after completion on which the brand is reminded. */
export const REMINDER_DAYS = [2, 4] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

/** When the brand is reminded: so many days into the window that ends with the release, also when that was moved. */
export const reminderAt = (releaseAt: Date, day: ReminderDay): Date =>
  new Date(releaseAt.getTime() - RELEASE_WINDOW_MS + day * DAY_MS);

/**
 * The last moment to accept: 72 h after the authorisation, or a
 * day before it lapses at the card's bank, whichever is first.
 */
export function acceptBy(authorizedAt: Date, captureBefore: Date | null): Date {
  const window = authorizedAt.getTime() + ACCEPT_WINDOW_MS;
  return new Date(captureBefore ? Math.min(window, captureBefore.getTime() - CAPTURE_MARGIN_MS) : window);
}

/**
 * The last moment to accept once the brand has given the creator another 72 h; still a day before the authorisation
 * lapses. Null when that gives no more time.
 */
export function extendedAcceptBy(acceptBefore: Date, captureBefore: Date | null): Date | null {
  const window = acceptBefore.getTime() + ACCEPT_WINDOW_MS;
  const extended = captureBefore ? Math.min(window, captureBefore.getTime() - CAPTURE_MARGIN_MS) : window;
  return extended > acceptBefore.getTime() ? new Date(extended) : null;
}

/** From when on the brand alone may cancel work that was due at `due`. */
export const overdueAt = (due: Date): Date => new Date(due.getTime() + OVERDUE_MS);

/** The day work is due: the start plus the package's delivery days. */
export const dueAt = (startedAt: Date, deliveryDays: number): Date =>
  new Date(startedAt.getTime() + deliveryDays * DAY_MS);
