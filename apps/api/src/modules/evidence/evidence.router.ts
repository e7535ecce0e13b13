import { proofOf } from '@marquee/validation';
import { creatorProcedure, router } from '../../core/trpc.ts';
import { withdrawProofs } from './evidence.service.ts';
import { listOwnProofs } from './evidence.sql.ts';

export const evidenceRouter = router({
  own: creatorProcedure.query(({ ctx }) => listOwnProofs(ctx.db, ctx.user.id)),
  withdraw: creatorProcedure.input(proofOf).mutation(({ ctx, input }) => withdrawProofs(ctx, input)),
});
