import { briefToSave, idInput, matchRequest } from '@marquee/validation';
import { brandProcedure, router } from '../../../core/trpc.ts';
import { findMatches, removeBrief, saveBrief } from './matching.service.ts';
import { listBriefs } from './matching.sql.ts';

export const matchingRouter = router({
  find: brandProcedure
    .meta({ costMs: 20 })
    .input(matchRequest)
    .query(({ ctx, input }) => findMatches(ctx, input)),
  briefs: brandProcedure.query(({ ctx }) => listBriefs(ctx.db, ctx.user.workspaceId)),
  saveBrief: brandProcedure.input(briefToSave).mutation(({ ctx, input }) => saveBrief(ctx, input)),
  removeBrief: brandProcedure.input(idInput).mutation(({ ctx, input }) => removeBrief(ctx, input.id)),
});
