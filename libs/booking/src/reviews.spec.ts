import { describe, expect, it } from 'vitest';
import {
  findReviewAnswerRefusal,
  computeRating,
  REVIEW_LIMITS,
  findReviewRefusal,
  isReviewOffered,
  computeReviewReminderAt,
} from './reviews.ts';
import { BOOKING_STATUSES, PAYMENT_STATES, type BookingStatus, type PaymentState } from './states.ts';
import { DAY_MS } from '@marquee/time';

const DONE = '2026-03-01T10:00:00.000Z';
const after = (days: number, ms = 0) => new Date(Date.parse(DONE) + days * DAY_MS + ms);
const booking = (status: BookingStatus = 'completed', paymentState: PaymentState = 'released') => ({
  status,
  paymentState,
  completedAt: DONE,
});

describe('a review', () => {
  it.each(BOOKING_STATUSES)('is possible only if the booking is completed: %s', (status) => {
    expect(findReviewRefusal(booking(status), false, after(1))).toBe(
      status === 'completed' ? null : 'REVIEW_NOT_COMPLETED',
    );
  });

  it.each(PAYMENT_STATES)('is possible unless the payment is refunded: %s', (state) => {
    const isBack = state === 'refunding' || state === 'refunded';
    expect(findReviewRefusal(booking('completed', state), false, after(1))).toBe(isBack ? 'REVIEW_REFUNDED' : null);
  });

  it('is possible once per party, for exactly fourteen days', () => {
    const days = REVIEW_LIMITS.writeDays;
    expect(findReviewRefusal(booking(), false, after(days, -1))).toBeNull();
    expect(findReviewRefusal(booking(), false, after(days))).toBe('REVIEW_TOO_LATE');
    expect(findReviewRefusal(booking(), true, after(1))).toBe('REVIEW_WRITTEN');
    expect(computeReviewReminderAt(DONE)).toEqual(after(11));
  });
});

it('offers a review after the approval, or shortly before the deadline', () => {
  expect(isReviewOffered(booking('completed', 'held'), after(1))).toBe(false);
  expect(isReviewOffered(booking('completed', 'disputed'), after(1))).toBe(false);
  expect(isReviewOffered(booking('completed', 'held'), after(11))).toBe(true);
  expect(isReviewOffered(booking('completed', 'releasing'), after(1))).toBe(true);
});

describe('a response to a review', () => {
  const shownReview = { shownAt: DONE, hiddenAt: null, answeredAt: null };
  it('is possible once, for ninety days, if the review is visible', () => {
    const days = REVIEW_LIMITS.answerDays;
    expect(findReviewAnswerRefusal(shownReview, after(days, -1))).toBeNull();
    expect(findReviewAnswerRefusal(shownReview, after(days))).toBe('REVIEW_ANSWER_TOO_LATE');
    expect(findReviewAnswerRefusal({ ...shownReview, answeredAt: DONE }, after(1))).toBe('REVIEW_ANSWERED');
    expect(findReviewAnswerRefusal({ ...shownReview, shownAt: null }, after(1))).toBe('REVIEW_NOT_FOUND');
    expect(findReviewAnswerRefusal({ ...shownReview, hiddenAt: DONE }, after(1))).toBe('REVIEW_NOT_FOUND');
  });
});

it.each([
  [[0, 0, 0, 0, 0], { count: 0, tenths: 0 }],
  [[0, 0, 0, 0, 1], { count: 1, tenths: 50 }],
  [[1, 0, 0, 0, 1], { count: 2, tenths: 30 }],
  [[0, 0, 0, 11, 9], { count: 20, tenths: 45 }],
])('converts the star counts %j to the rating %j', (stars, rating) => {
  expect(computeRating(stars)).toEqual(rating);
});
