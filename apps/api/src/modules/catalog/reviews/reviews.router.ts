import { reviewAnswer, newReview, bookingReviewsInput as ofBooking, creatorReviewsInput } from '@marquee/validation';
import { router, showcaseProcedure, userProcedure } from '../../../core/trpc.ts';
import { answerReview, getCreatorReviewsPage, getBookingReviews, writeReview } from './reviews.service.ts';

export const reviewsRouter = router({
  byCreator: showcaseProcedure
    .meta({ costMs: 2 })
    .input(creatorReviewsInput)
    .query(({ ctx, input }) => getCreatorReviewsPage(ctx.deps, input)),
  byBooking: userProcedure('member_or_agent')
    .input(ofBooking)
    .query(({ ctx, input }) => getBookingReviews(ctx, input.bookingId)),
  write: userProcedure('bookings.decide')
    .input(newReview)
    .mutation(({ ctx, input }) => writeReview(ctx, input)),
  answer: userProcedure('bookings.decide')
    .input(reviewAnswer)
    .mutation(({ ctx, input }) => answerReview(ctx, input)),
});
