import { appealForm, decisionInput, reportForm } from '@marquee/validation';
import { publicProcedure, router, userProcedure } from '../../core/trpc.ts';
import { appealModerationDecision, getModerationDecision, listOwnDecisions, submitReport } from './reports.service.ts';

export const reportsRouter = router({
  create: userProcedure.input(reportForm).mutation(({ ctx, input }) => submitReport(ctx, input)),
  own: userProcedure.query(({ ctx }) => listOwnDecisions(ctx)),
  // A mutation, although it only reads, so that the token is not part of a URL, which proxies would log.
  decision: publicProcedure.input(decisionInput).mutation(({ ctx, input }) => getModerationDecision(ctx, input)),
  appeal: publicProcedure.input(appealForm).mutation(({ ctx, input }) => appealModerationDecision(ctx, input)),
});
