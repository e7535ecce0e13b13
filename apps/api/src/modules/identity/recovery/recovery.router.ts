import { resetLinkInput, secureAccountInput } from '@marquee/validation';
import { publicProcedure, router } from '../../../core/trpc.ts';
import { beginPasskeyOfLink, checkSecureLink, secureAccount } from './secure-account.service.ts';

export const recoveryRouter = router({
  /** A mutation, although it changes nothing, because the token must not be in a URL that proxies log. */
  checkLink: publicProcedure.input(resetLinkInput).mutation(({ ctx, input }) => checkSecureLink(ctx, input)),
  beginPasskey: publicProcedure.input(resetLinkInput).mutation(({ ctx, input }) => beginPasskeyOfLink(ctx, input)),
  /** Secures the account after a change that its owner did not make, with the link from an email. */
  secureAccount: publicProcedure.input(secureAccountInput).mutation(({ ctx, input }) => secureAccount(ctx, input)),
});
