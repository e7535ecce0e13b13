/** What is sent of reviews (rules: libs/booking/reviews.ts). */
import { REVIEW_LIMITS } from '@marquee/booking';
import { z } from './zod.ts';
import { username } from './account.ts';
import { cursor, id, text } from './text.ts';

const stars = (label: string) => {
  const error = `Please choose 1 to 5 stars for ${label}`;
  return z.int({ error }).min(1, error).max(5, error);
};
const part = stars('each of the three');

/** One side's review of a booking; `parts` in the order of `REVIEW_PARTS`. */
export const reviewForm = z.strictObject({
  bookingId: id,
  stars: stars('the whole'),
  parts: z.tuple([part, part, part], { error: 'Please rate all three' }),
  text: text('The review', REVIEW_LIMITS.text),
  staffNote: text('The note', REVIEW_LIMITS.staffNote),
});
export type ReviewForm = z.infer<typeof reviewForm>;

export const reviewAnswer = z.strictObject({
  id,
  text: text('The answer', REVIEW_LIMITS.answer, 'Please write an answer'),
});
export type ReviewAnswer = z.infer<typeof reviewAnswer>;

export const reviewsOfBooking = z.object({ bookingId: id });

/** The shown reviews of a person, by username; `cursor` is the `nextCursor` of the page before. */
export const reviewsShown = username.extend({ cursor });
