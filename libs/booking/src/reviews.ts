/**
 * Rules for reviews. After a completed booking, each party can review the other once. A review is visible only to
 * its author and staff until both parties have written one or the deadline has passed. The service throws the
 * failure codes that `findReviewRefusal` and `findReviewAnswerRefusal` return, and pages use them to decide whether
 * to display the forms.
 */
import type { BookingStatus, PaymentState, Side } from './states.ts';
import { DAY_MS } from '@marquee/time';

/** Limits of reviews. Database constraints enforce the same numbers. */
export const REVIEW_LIMITS = {
  /** Days after completion during which a party can write a review. */
  writeDays: 14,
  /** A party that has not written a review is reminded this many days before the deadline. */
  remindDays: 3,
  /** Days after a review's publication during which the reviewed party can respond. */
  answerDays: 90,
  /** Maximum length of each text, in characters. */
  text: 2_000,
  staffNote: 1_000,
  answer: 1_000,
} as const;

export const STAR_COUNTS = [1, 2, 3, 4, 5] as const;
export type StarCount = (typeof STAR_COUNTS)[number];

/** The aspects that each party rates in addition to the overall rating, in the order of the form and the database. */
export const REVIEW_PARTS = {
  brand: ['Quality', 'Communication', 'On time'],
  creator: ['Clear brief', 'Communication', 'Fairness'],
} as const satisfies Record<Side, readonly [string, string, string]>;

export const REVIEW_REFUSALS = {
  REVIEW_NOT_COMPLETED: 'You can review a booking once it is completed',
  REVIEW_REFUNDED: 'This booking was refunded in full, so it cannot be reviewed',
  REVIEW_WRITTEN: 'You have already reviewed this booking. Reviews cannot be changed.',
  REVIEW_TOO_LATE: `The review period of ${REVIEW_LIMITS.writeDays} days has ended`,
  REVIEW_RELATED: 'You cannot review this booking, because both sides share a person, card or device, or recently did.',
  REVIEW_NOT_FOUND: 'This review no longer exists',
  REVIEW_ANSWERED: 'You have already answered this review',
  REVIEW_ANSWER_TOO_LATE: `The ${REVIEW_LIMITS.answerDays} days to answer this review have passed`,
} as const;
export type ReviewRefusal = keyof typeof REVIEW_REFUSALS;

export interface ReviewableBooking {
  status: BookingStatus;
  paymentState: PaymentState;
  completedAt: Date | string | null;
}

/** Computes the deadline for writing a review. */
export const computeReviewableUntil = (completedAt: Date | string): Date =>
  new Date(new Date(completedAt).getTime() + REVIEW_LIMITS.writeDays * DAY_MS);

/** Computes when a party that has not written a review is reminded. */
export const computeReviewReminderAt = (completedAt: Date | string): Date =>
  new Date(computeReviewableUntil(completedAt).getTime() - REVIEW_LIMITS.remindDays * DAY_MS);

/**
 * Whether to invite the parties of a completed booking to review each other. While the brand still has to approve the
 * work or a dispute is open, they are only invited when the deadline is near.
 */
export const isReviewOffered = ({ paymentState, completedAt }: ReviewableBooking, now: Date): boolean =>
  completedAt !== null &&
  ((paymentState !== 'held' && paymentState !== 'disputed') || now >= computeReviewReminderAt(completedAt));

/**
 * Returns the reason why a party cannot review a booking now, or null if it can. `hasWritten` is true if that party
 * has already reviewed it.
 */
export function findReviewRefusal(booking: ReviewableBooking, hasWritten: boolean, now: Date): ReviewRefusal | null {
  if (hasWritten) return 'REVIEW_WRITTEN';
  if (booking.status !== 'completed' || booking.completedAt === null) return 'REVIEW_NOT_COMPLETED';
  if (booking.paymentState === 'refunding' || booking.paymentState === 'refunded') return 'REVIEW_REFUNDED';
  return now < computeReviewableUntil(booking.completedAt) ? null : 'REVIEW_TOO_LATE';
}

/** Computes the deadline for responding to a review that was published at `shownAt`. */
export const computeReviewAnswerableUntil = (shownAt: Date | string): Date =>
  new Date(new Date(shownAt).getTime() + REVIEW_LIMITS.answerDays * DAY_MS);

/**
 * Returns the reason why the reviewed party cannot respond now, or null if it can. An unpublished or hidden review
 * counts as missing.
 */
export function findReviewAnswerRefusal(
  review: { shownAt: Date | string | null; hiddenAt: Date | string | null; answeredAt: Date | string | null },
  now: Date,
): ReviewRefusal | null {
  if (review.shownAt === null || review.hiddenAt !== null) return 'REVIEW_NOT_FOUND';
  if (review.answeredAt !== null) return 'REVIEW_ANSWERED';
  return now < computeReviewAnswerableUntil(review.shownAt) ? null : 'REVIEW_ANSWER_TOO_LATE';
}

/**
 * When creators are sorted by rating, five reviews with four stars are added to each creator's own, so that a single
 * five-star review does not rank first.
 */
export const RATING_PRIOR = { reviews: 5, stars: 4 } as const;

/**
 * Computes the number of reviews and their average rating. `stars` contains the numbers of reviews with one, two, …
 * five stars. The average is in tenths of a star, as displayed and used by filters, and is 0 without reviews. The
 * database computes the same average.
 */
export function computeRating(stars: readonly number[]): { count: number; tenths: number } {
  const count = stars.reduce((sum, each) => sum + each, 0);
  const sum = stars.reduce((total, each, at) => total + each * (at + 1), 0);
  return { count, tenths: count === 0 ? 0 : Math.round((10 * sum) / count) };
}
