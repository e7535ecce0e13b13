import { followerProofInput } from '@marquee/validation';
import { creatorProcedure, router } from '../../../core/trpc.ts';
import { withdrawFollowerProofs } from './follower-proofs.service.ts';
import { listFollowerProofsByCreator } from './follower-proofs.sql.ts';

export const followerProofsRouter = router({
  own: creatorProcedure.query(({ ctx }) => listFollowerProofsByCreator(ctx.db, ctx.user.workspaceId)),
  withdraw: creatorProcedure.input(followerProofInput).mutation(({ ctx, input }) => withdrawFollowerProofs(ctx, input)),
});
