import { idInput } from '@marquee/validation';
import { brandProcedure, router } from '../../../core/trpc.ts';
import { approveWork } from './release.service.ts';

export const settlementsRouter = router({
  approve: brandProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => approveWork(ctx.deps, ctx.actor, input.id)),
});
