import { briefToSave, idInput, matchRequest } from '@marquee/validation';
import { brandProcedure, router } from '../../../core/trpc.ts';
import { findMatches, removeBrief, saveBrief } from './matching.service.ts';
import { listBriefs } from './matching.sql.ts';

export const matchingRouter = router({
  find: brandProcedure('member')
    .meta({ costMs: 20 })
    .input(matchRequest)
    .query(({ ctx, input }) => findMatches(ctx.deps, input)),
  briefs: brandProcedure('member').query(({ ctx }) => listBriefs(ctx.deps.db, ctx.user.workspaceId)),
  saveBrief: brandProcedure('orders.place')
    .input(briefToSave)
    .mutation(({ ctx, input }) => saveBrief(ctx.deps, ctx.actor, input)),
  removeBrief: brandProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => removeBrief(ctx.deps, ctx.actor, input.id)),
});
