/** The input schemas of reviews. libs/booking/reviews.ts contains the rules. */
import { REVIEW_LIMITS } from '@marquee/booking';
import { z } from './zod.ts';
import { usernameParam } from './account.ts';
import { cursorField, idField, textField } from './fields.ts';

const createStarsField = (label: string) => {
  const error = `Please choose 1 to 5 stars for ${label}`;
  return z.int({ error }).min(1, error).max(5, error);
};
const partStars = createStarsField('each category');

/** A party's review of a booking. The ratings in `parts` are in the order of `REVIEW_PARTS`. */
export const newReview = z.strictObject({
  bookingId: idField,
  stars: createStarsField('the overall rating'),
  parts: z.tuple([partStars, partStars, partStars], { error: 'Please rate all three categories' }),
  text: textField('The review', REVIEW_LIMITS.text),
  staffNote: textField('The note', REVIEW_LIMITS.staffNote),
});
export type NewReview = z.infer<typeof newReview>;

export const reviewAnswer = z.strictObject({
  id: idField,
  text: textField('The answer', REVIEW_LIMITS.answer, 'Please write an answer'),
});
export type ReviewAnswer = z.infer<typeof reviewAnswer>;

export const bookingReviewsInput = z.object({ bookingId: idField });

/** A request for a user's published reviews. `cursor` is the `nextCursor` of the previous page. */
export const creatorReviewsInput = usernameParam.extend({ cursor: cursorField });
