import { adminProcedure, router } from '../../../core/trpc.ts';
import { getHealthReport } from './problems.service.ts';

export const healthRouter = router({
  report: adminProcedure.query(({ ctx }) => getHealthReport(ctx.deps)),
});
