import { byId, cancellationAnswer, cancellationRequest } from '@marquee/validation';
import { brandProcedure, router, userProcedure } from '../../core/trpc.ts';
import {
  answerCancellation,
  cancelOverdue,
  requestCancellation,
  withdrawCancellation,
} from './cancellations.service.ts';

export const cancellationsRouter = router({
  request: userProcedure.input(cancellationRequest).mutation(({ ctx, input }) => requestCancellation(ctx, input)),
  answer: userProcedure.input(cancellationAnswer).mutation(({ ctx, input }) => answerCancellation(ctx, input)),
  withdraw: userProcedure.input(byId).mutation(({ ctx, input }) => withdrawCancellation(ctx, input.id)),
  overdue: brandProcedure.input(byId).mutation(({ ctx, input }) => cancelOverdue(ctx, input.id)),
});
