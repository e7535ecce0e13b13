/**
 * The rules of reviews: after a completed booking each side may say once how it was. What one side wrote is not shown
 * to anybody but its author (and staff) before both have written or the time is over. The service throws what
 * `findReviewRefusal` and `findReviewAnswerRefusal` say, the pages draw by them.
 */
import type { BookingStatus, PaymentState, Side } from './states.ts';
import { DAY_MS } from './windows.ts';

/** The schema of the database has the same numbers. */
export const REVIEW_LIMITS = {
  /** Each side may write for so long after the booking was completed. */
  writeDays: 14,
  /** Who has not written is reminded so long before the end. */
  remindDays: 3,
  /** Whoever is reviewed may answer for so long after the review was shown. */
  answerDays: 90,
  /** Characters. */
  text: 2_000,
  staffNote: 1_000,
  answer: 1_000,
} as const;

export const STAR_COUNTS = [1, 2, 3, 4, 5] as const;
export type StarCount = (typeof STAR_COUNTS)[number];

/** What is rated besides the whole, by who writes, in the order in which it is asked and kept. */
export const REVIEW_PARTS = {
  brand: ['Quality', 'Communication', 'On time'],
  creator: ['Clear brief', 'Communication', 'Fairness'],
} as const satisfies Record<Side, readonly [string, string, string]>;

export const REVIEW_REFUSALS = {
  REVIEW_NOT_COMPLETED: 'A booking can be reviewed once it is completed',
  REVIEW_REFUNDED: 'This booking was refunded in full, so it is not reviewed',
  REVIEW_WRITTEN: 'You have reviewed this booking already. A review stays as it was written.',
  REVIEW_TOO_LATE: `The ${REVIEW_LIMITS.writeDays} days in which this booking could be reviewed are over`,
  REVIEW_NOT_FOUND: 'This review is not there',
  REVIEW_ANSWERED: 'You have answered this review already',
  REVIEW_ANSWER_TOO_LATE: `A review can be answered within ${REVIEW_LIMITS.answerDays} days`,
} as const;
export type ReviewRefusal = keyof typeof REVIEW_REFUSALS;

/** Whether a failure is one of these. */
export const isReviewRefusal = (failure: string): failure is ReviewRefusal => Object.hasOwn(REVIEW_REFUSALS, failure);

/** What the rules look at of a booking. */
export interface ReviewableBooking {
  status: BookingStatus;
  paymentState: PaymentState;
  completedAt: Date | string | null;
}

/** Until when a booking that was completed then can be reviewed. */
export const computeReviewableUntil = (completedAt: Date | string): Date =>
  new Date(new Date(completedAt).getTime() + REVIEW_LIMITS.writeDays * DAY_MS);

/** When who has not written is reminded. */
export const computeReviewReminderAt = (completedAt: Date | string): Date =>
  new Date(computeReviewableUntil(completedAt).getTime() - REVIEW_LIMITS.remindDays * DAY_MS);

/**
 * Why a side cannot review a booking now; null: it can. `hasWritten`: this side has; the other one's review is no
 * matter.
 */
export function findReviewRefusal(booking: ReviewableBooking, hasWritten: boolean, now: Date): ReviewRefusal | null {
  if (hasWritten) return 'REVIEW_WRITTEN';
  if (booking.status !== 'completed' || booking.completedAt === null) return 'REVIEW_NOT_COMPLETED';
  if (booking.paymentState === 'refunding' || booking.paymentState === 'refunded') return 'REVIEW_REFUNDED';
  return now < computeReviewableUntil(booking.completedAt) ? null : 'REVIEW_TOO_LATE';
}

/** Until when a review that was shown then can be answered. */
export const computeReviewAnswerableUntil = (shownAt: Date | string): Date =>
  new Date(new Date(shownAt).getTime() + REVIEW_LIMITS.answerDays * DAY_MS);

/** Why whoever is reviewed cannot answer now; null: they can. A review that is not shown is not there for them. */
export function findReviewAnswerRefusal(
  review: { shownAt: Date | string | null; hiddenAt: Date | string | null; answeredAt: Date | string | null },
  now: Date,
): ReviewRefusal | null {
  if (review.shownAt === null || review.hiddenAt !== null) return 'REVIEW_NOT_FOUND';
  if (review.answeredAt !== null) return 'REVIEW_ANSWERED';
  return now < computeReviewAnswerableUntil(review.shownAt) ? null : 'REVIEW_ANSWER_TOO_LATE';
}

/**
 * Of how many reviews of four stars each order by rating supposes besides: so one review of five stars is not the best.
 */
export const RATING_PRIOR = { reviews: 5, stars: 4 } as const;

/**
 * What reviews come to, of how many there are of one star, two, … five: how many, and the average in tenths of a star
 * as it is shown and filtered by (0: there are none). The database counts the same.
 */
export function computeRating(stars: readonly number[]): { count: number; tenths: number } {
  const count = stars.reduce((sum, each) => sum + each, 0);
  const sum = stars.reduce((total, each, at) => total + each * (at + 1), 0);
  return { count, tenths: count === 0 ? 0 : Math.round((10 * sum) / count) };
}
