/** The time that a brand has to review a delivered version, and the due date if it takes longer. */
import type { BookingStatus } from './states.ts';
import type { Windows } from './windows.ts';
import { addDaysToDate, addHoursToDate, HOUR_MS } from '@marquee/time';

/** A time, which is an ISO string in the API and a Date in database rows. */
export type Timestamp = string | Date | null;

/**
 * Computes the time by which the brand promises to approve a version or to request changes. It is the time after
 * which completed work is paid without a review (`releaseDays`).
 */
export const computeReviewBy = (sentAt: Date, { releaseDays }: Pick<Windows, 'releaseDays'>): Date =>
  addDaysToDate(sentAt, releaseDays);

/** A review moves the due date by at most this many days, so that the money of a booking is not held without end. */
export const MAX_REVIEW_DELAY_DAYS = 30;

export interface ReviewedWork {
  readonly status: BookingStatus;
  /** The due date without the delay of the review that is open now. */
  readonly dueAt: Timestamp;
  /** The time after which the brand's open review moves the due date. Null if no version waits for the brand. */
  readonly reviewBy: Timestamp;
  /** The time when an open cancellation request, dispute or chargeback paused the work. */
  readonly pausedAt: Timestamp;
}

/**
 * Computes by how many hours the brand's open review is late at `now`. Each hour that has begun counts in full, and
 * the time during a pause does not count. At most `MAX_REVIEW_DELAY_DAYS`.
 */
export function countReviewDelayHours(
  { reviewBy, pausedAt }: Pick<ReviewedWork, 'reviewBy' | 'pausedAt'>,
  now: Date,
): number {
  if (reviewBy === null) return 0;
  const until = Math.min(now.getTime(), pausedAt === null ? Infinity : new Date(pausedAt).getTime());
  const hours = Math.ceil((until - new Date(reviewBy).getTime()) / HOUR_MS);
  return Math.min(Math.max(0, hours), MAX_REVIEW_DELAY_DAYS * 24);
}

/**
 * Returns the due date at `now`. For work in progress, it includes the delay of a review that is still open. Every
 * decision about lateness uses this date. Returns null if the work has none.
 */
export function findDueAt({ status, dueAt, ...review }: ReviewedWork, now: Date): Date | null {
  if (dueAt === null) return null;
  return addHoursToDate(new Date(dueAt), status === 'in_progress' ? countReviewDelayHours(review, now) : 0);
}

/** Formats hours: 5 becomes '5 hours', and 74 becomes '3 days and 2 hours'. */
export function formatHours(hours: number): string {
  const parts = [
    [Math.floor(hours / 24), 'day'],
    [hours % 24, 'hour'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' and ');
}
