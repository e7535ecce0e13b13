import { reviewAnswer, reviewForm, reviewsOfBooking as ofBooking, reviewsShown } from '@marquee/validation';
import { router, showcaseProcedure, userProcedure } from '../../core/trpc.ts';
import { answerReview, reviewsOf, reviewsOfBooking, writeReview } from './reviews.service.ts';

export const reviewsRouter = router({
  ofCreator: showcaseProcedure.input(reviewsShown).query(({ ctx, input }) => reviewsOf(ctx, input)),
  ofBooking: userProcedure.input(ofBooking).query(({ ctx, input }) => reviewsOfBooking(ctx, input.bookingId)),
  write: userProcedure.input(reviewForm).mutation(({ ctx, input }) => writeReview(ctx, input)),
  answer: userProcedure.input(reviewAnswer).mutation(({ ctx, input }) => answerReview(ctx, input)),
});
