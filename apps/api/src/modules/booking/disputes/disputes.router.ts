import { idInput, disputeStatement, problemReport, splitAcceptance, splitProposal } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../../core/trpc.ts';
import {
  acceptSplit,
  addStatement,
  agreeToRefund,
  proposeSplit,
  reportProblem,
  withdrawDispute,
} from './disputes.service.ts';

export const disputesRouter = router({
  reportProblem: brandProcedure('bookings.decide')
    .input(problemReport)
    .mutation(({ ctx, input }) => reportProblem(ctx.deps, ctx.actor, input)),
  addStatement: userProcedure('bookings.decide')
    .input(disputeStatement)
    .mutation(({ ctx, input }) => addStatement(ctx.deps, ctx.actor, input)),
  withdraw: userProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => withdrawDispute(ctx.deps, ctx.actor, input.id)),
  agreeToRefund: userProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => agreeToRefund(ctx.deps, ctx.actor, input.id)),
  proposeSplit: creatorProcedure('bookings.decide')
    .input(splitProposal)
    .mutation(({ ctx, input }) => proposeSplit(ctx.deps, ctx.actor, input)),
  acceptSplit: brandProcedure('bookings.decide')
    .input(splitAcceptance)
    .mutation(({ ctx, input }) => acceptSplit(ctx.deps, ctx.actor, input)),
});
