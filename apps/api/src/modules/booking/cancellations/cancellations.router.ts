import { idInput, cancellationAnswer, cancellationRequest } from '@marquee/validation';
import { brandProcedure, router, userProcedure } from '../../../core/trpc.ts';
import {
  answerCancellation,
  cancelAsBrand,
  requestCancellation,
  withdrawCancellation,
} from './cancellations.service.ts';

export const cancellationsRouter = router({
  request: userProcedure('bookings.decide')
    .input(cancellationRequest)
    .mutation(({ ctx, input }) => requestCancellation(ctx.deps, ctx.actor, input)),
  answer: userProcedure('bookings.decide')
    .input(cancellationAnswer)
    .mutation(({ ctx, input }) => answerCancellation(ctx.deps, ctx.actor, input)),
  withdraw: userProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => withdrawCancellation(ctx.deps, ctx.actor, input.id)),
  cancelNotStarted: brandProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => cancelAsBrand(ctx.deps, ctx.actor, input.id, 'not_started')),
  cancelOverdue: brandProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => cancelAsBrand(ctx.deps, ctx.actor, input.id, 'overdue')),
});
