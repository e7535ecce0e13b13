/** The time that a brand has to review a delivered version, and the due date if it takes longer. */
import { addDaysToDate, addHoursToDate, HOUR_MS, type Windows } from './windows.ts';

/** A time, which is an ISO string in the API and a Date in database rows. */
export type Timestamp = string | Date | null;

/**
 * Computes the time by which the brand promises to approve a version or to request changes. It is the time after
 * which completed work is paid without a review (`releaseDays`).
 */
export const computeReviewBy = (sentAt: Date, { releaseDays }: Pick<Windows, 'releaseDays'>): Date =>
  addDaysToDate(sentAt, releaseDays);

export interface ReviewedWork {
  /** The due date without the delay of the review that is open now. */
  readonly dueAt: Timestamp;
  /** The time after which the brand's open review moves the due date. Null if no version waits for the brand. */
  readonly reviewBy: Timestamp;
  /** The time when an open cancellation request, dispute or chargeback paused the work. */
  readonly pausedAt: Timestamp;
}

/**
 * Computes by how many hours the brand's open review is late at `now`. Each hour that has begun counts in full, and
 * the time during a pause does not count.
 */
export function countReviewDelayHours({ reviewBy, pausedAt }: Omit<ReviewedWork, 'dueAt'>, now: Date): number {
  if (reviewBy === null) return 0;
  const until = Math.min(now.getTime(), pausedAt === null ? Infinity : new Date(pausedAt).getTime());
  return Math.max(0, Math.ceil((until - new Date(reviewBy).getTime()) / HOUR_MS));
}

/**
 * Returns the due date at `now`, including the delay of a review that is still open. Every decision about lateness
 * uses this date. Returns null if the work has none.
 */
export const findDueAt = ({ dueAt, ...review }: ReviewedWork, now: Date): Date | null =>
  dueAt === null ? null : addHoursToDate(new Date(dueAt), countReviewDelayHours(review, now));

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
