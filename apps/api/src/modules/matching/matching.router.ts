import { briefToSave, byId, matchAsked } from '@marquee/validation';
import { brandProcedure, router } from '../../core/trpc.ts';
import { findMatches, removeBrief, saveBrief, savedBriefs } from './matching.service.ts';

export const matchingRouter = router({
  find: brandProcedure.input(matchAsked).query(({ ctx, input }) => findMatches(ctx, input)),
  briefs: brandProcedure.query(({ ctx }) => savedBriefs(ctx)),
  saveBrief: brandProcedure.input(briefToSave).mutation(({ ctx, input }) => saveBrief(ctx, input)),
  removeBrief: brandProcedure.input(byId).mutation(({ ctx, input }) => removeBrief(ctx, input.id)),
});
