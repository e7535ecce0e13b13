import { publicProcedure, router } from '../../../core/trpc.ts';
import { getTrustReport } from './check.service.ts';

export const reconciliationRouter = router({
  trust: publicProcedure.query(({ ctx }) => getTrustReport(ctx.deps)),
});
