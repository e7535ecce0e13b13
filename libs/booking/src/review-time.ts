/** The time that a brand has to review a delivered version, and what happens to the due date if it takes longer. */
import { addDaysToDate, addHoursToDate, HOUR_MS, type Windows } from './windows.ts';

/**
 * Computes the time by which the brand promises to approve a version or to request changes. It is the time after
 * which completed work is paid without a review (`releaseDays`).
 */
export const computeReviewBy = (sentAt: Date, { releaseDays }: Pick<Windows, 'releaseDays'>): Date =>
  addDaysToDate(sentAt, releaseDays);

/** The versions of a booking that waited for the brand until `decidedAt`, including one that it then decided. */
interface LateReview {
  readonly sentAt: readonly Date[];
  readonly decidedAt: Date;
  /** The times until which the brand’s delay was added to the due date before, or until which the booking was paused. */
  readonly countedUntil: readonly (Date | null)[];
  readonly windows: Pick<Windows, 'releaseDays'>;
}

/**
 * Computes by how many hours the brand’s review was later than promised, and the end of the last of these hours. Each
 * hour that has begun counts in full. A time during which several versions were late counts once.
 */
export function computeReviewDelay({ sentAt, decidedAt, countedUntil, windows }: LateReview): ReviewDelay {
  if (sentAt.length === 0) return { hours: 0, countedUntil: decidedAt };
  const promised = Math.min(...sentAt.map((at) => computeReviewBy(at, windows).getTime()));
  const lateFrom = new Date(Math.max(promised, ...countedUntil.map((at) => at?.getTime() ?? 0)));
  const hours = Math.max(0, Math.ceil((decidedAt.getTime() - lateFrom.getTime()) / HOUR_MS));
  return { hours, countedUntil: addHoursToDate(lateFrom, hours) };
}

export interface ReviewDelay {
  hours: number;
  countedUntil: Date;
}

/** Computes the due date after a review that was `hours` later than promised. */
export const computeDueAfterLateReview = (dueAt: Date, hours: number): Date => addHoursToDate(dueAt, hours);

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
