import { adminProcedure, router } from '../../../core/trpc.ts';
import { getHealthReport } from './health.service.ts';

export const healthRouter = router({
  report: adminProcedure.query(({ ctx }) => getHealthReport(ctx.deps)),
});
