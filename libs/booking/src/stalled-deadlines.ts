import { findDueAt, MAX_REVIEW_DELAY_DAYS, type ReviewedWork, type Timestamp } from './review-time.ts';
import { computeNotStartedDeadlines, computeOverdueDeadlines, type StalledDeadlines, type Windows } from './windows.ts';
import { addDaysToDate } from '@marquee/time';

interface StallableBooking extends ReviewedWork {
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
  const lastReview = reviewBy === null ? toDate(reviewedAt) : findReviewEnd(new Date(reviewBy), now);
  return computeOverdueDeadlines(due, resumed, lastReview, windows);
}

/**
 * Returns the time until which the brand, and not the creator, has to act: now, because the brand must not get its
 * money back by doing nothing, or the end of the longest possible delay.
 */
function findReviewEnd(reviewBy: Date, now: Date): Date {
  const end = addDaysToDate(reviewBy, MAX_REVIEW_DELAY_DAYS);
  return end < now ? end : now;
}
