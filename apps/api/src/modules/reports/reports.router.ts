import { appealForm, decisionInput, reportForm } from '@marquee/validation';
import { publicProcedure, router, userProcedure } from '../../core/trpc.ts';
import { appeal, decisionOf, ownDecisions, report } from './reports.service.ts';

export const reportsRouter = router({
  report: userProcedure.input(reportForm).mutation(({ ctx, input }) => report(ctx, input)),
  own: userProcedure.query(({ ctx }) => ownDecisions(ctx)),
  // A mutation, although it only reads, because the token must not be in a URL that proxies log.
  decision: publicProcedure.input(decisionInput).mutation(({ ctx, input }) => decisionOf(ctx, input)),
  appeal: publicProcedure.input(appealForm).mutation(({ ctx, input }) => appeal(ctx, input)),
});
