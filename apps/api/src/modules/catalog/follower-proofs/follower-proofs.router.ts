import { followerProofInput } from '@marquee/validation';
import { creatorProcedure, router } from '../../../core/trpc.ts';
import { withdrawFollowerProofs } from './follower-proofs.service.ts';
import { listFollowerProofsByCreator } from './follower-proofs.sql.ts';

export const followerProofsRouter = router({
  own: creatorProcedure('member_or_agent').query(({ ctx }) =>
    listFollowerProofsByCreator(ctx.deps.db, ctx.user.workspaceId),
  ),
  withdraw: creatorProcedure('workspace.edit')
    .input(followerProofInput)
    .mutation(({ ctx, input }) => withdrawFollowerProofs(ctx.deps, ctx.actor, input)),
});
