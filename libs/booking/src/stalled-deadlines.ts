import { findDueAt, type ReviewedWork, type Timestamp } from './review-time.ts';
import type { BookingStatus } from './states.ts';
import { computeNotStartedDeadlines, computeOverdueDeadlines, type StalledDeadlines, type Windows } from './windows.ts';

interface StallableBooking extends ReviewedWork {
  readonly status: BookingStatus;
  readonly acceptedAt: Timestamp;
  readonly resumedAt: Timestamp;
  /** The time when the brand last decided about a version, or null if it never did. */
  readonly reviewedAt: Timestamp;
  readonly leadDays: number;
  readonly windows: Windows;
}

const toDate = (at: Timestamp): Date | null => (at === null ? null : new Date(at));

/**
 * Returns the deadlines, as they are at `now`, for starting an accepted booking or for delivering a started one.
 * Returns null for other bookings.
 */
export function findStalledDeadlines(booking: StallableBooking, now: Date): StalledDeadlines | null {
  const { status, acceptedAt, resumedAt, reviewBy, reviewedAt, leadDays, windows } = booking;
  const resumed = toDate(resumedAt);
  if (status === 'accepted' && acceptedAt !== null)
    return computeNotStartedDeadlines(new Date(acceptedAt), resumed, windows, leadDays);
  const due = findDueAt(booking, now);
  if (status !== 'in_progress' || due === null) return null;
  // While a version waits, the brand has to act. It must not get its money back because it does nothing.
  return computeOverdueDeadlines(due, resumed, reviewBy === null ? toDate(reviewedAt) : now, windows);
}
