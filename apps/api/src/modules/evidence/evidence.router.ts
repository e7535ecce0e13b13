import { proofOf } from '@marquee/validation';
import { creatorProcedure, router } from '../../core/trpc.ts';
import { ownProofs, withdrawProofs } from './evidence.service.ts';

export const evidenceRouter = router({
  own: creatorProcedure.query(({ ctx }) => ownProofs(ctx)),
  withdraw: creatorProcedure.input(proofOf).mutation(({ ctx, input }) => withdrawProofs(ctx, input)),
});
