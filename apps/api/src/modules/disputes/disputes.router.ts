import { byId, disputeStatement, problemReport, splitAcceptance, splitOffer } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../core/trpc.ts';
import {
  acceptSplit,
  addStatement,
  agreeToRefund,
  offerSplit,
  reportProblem,
  withdrawDispute,
} from './disputes.service.ts';

export const disputesRouter = router({
  report: brandProcedure.input(problemReport).mutation(({ ctx, input }) => reportProblem(ctx, input)),
  state: userProcedure.input(disputeStatement).mutation(({ ctx, input }) => addStatement(ctx, input)),
  withdraw: userProcedure.input(byId).mutation(({ ctx, input }) => withdrawDispute(ctx, input.id)),
  agreeToRefund: userProcedure.input(byId).mutation(({ ctx, input }) => agreeToRefund(ctx, input.id)),
  offerSplit: creatorProcedure.input(splitOffer).mutation(({ ctx, input }) => offerSplit(ctx, input)),
  acceptSplit: brandProcedure.input(splitAcceptance).mutation(({ ctx, input }) => acceptSplit(ctx, input)),
});
