import { appealForm, decisionInput, reportForm } from '@marquee/validation';
import { publicProcedure, router, userProcedure } from '../../../core/trpc.ts';
import { appealModerationDecision, getModerationDecision, listOwnDecisions, submitReport } from './reports.service.ts';

export const reportsRouter = router({
  create: userProcedure('messages.write')
    .input(reportForm)
    .mutation(({ ctx, input }) => submitReport(ctx.deps, ctx.actor, input)),
  own: userProcedure('member_or_agent').query(({ ctx }) => listOwnDecisions(ctx.deps, ctx.actor)),
  // A mutation, although it only reads data, because the input of a query would be in the URL, and proxies log URLs.
  // The token must not be logged.
  decision: publicProcedure.input(decisionInput).mutation(({ ctx, input }) => getModerationDecision(ctx, input)),
  appeal: publicProcedure.input(appealForm).mutation(({ ctx, input }) => appealModerationDecision(ctx, input)),
});
