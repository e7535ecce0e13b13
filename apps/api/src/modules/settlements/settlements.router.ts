import { byId } from '@marquee/validation';
import { brandProcedure, router } from '../../core/trpc.ts';
import { approveWork } from './release.service.ts';

export const settlementsRouter = router({
  approve: brandProcedure.input(byId).mutation(({ ctx, input }) => approveWork(ctx, input.id)),
});
