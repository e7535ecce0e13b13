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
    .mutation(({ ctx, input }) => reportProblem(ctx, input)),
  addStatement: userProcedure('bookings.decide')
    .input(disputeStatement)
    .mutation(({ ctx, input }) => addStatement(ctx, input)),
  withdraw: userProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => withdrawDispute(ctx, input.id)),
  agreeToRefund: userProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => agreeToRefund(ctx, input.id)),
  proposeSplit: creatorProcedure('bookings.decide')
    .input(splitProposal)
    .mutation(({ ctx, input }) => proposeSplit(ctx, input)),
  acceptSplit: brandProcedure('bookings.decide')
    .input(splitAcceptance)
    .mutation(({ ctx, input }) => acceptSplit(ctx, input)),
});
