import { resetLinkInput } from '@marquee/validation';
import { publicProcedure, router } from '../../../core/trpc.ts';
import { secureAccount } from './secure-account.service.ts';

export const recoveryRouter = router({
  /** Secures the account after a change that its owner did not make, with the link from an email. */
  secureAccount: publicProcedure.input(resetLinkInput).mutation(({ ctx, input }) => secureAccount(ctx, input)),
});
