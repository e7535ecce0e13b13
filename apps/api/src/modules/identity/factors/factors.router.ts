import { factorCodeInput, newPasskeyInput, newPasskeyOptions, passkeyId, passkeyName } from '@marquee/validation';
import { confirmedProcedure, router, userProcedure } from '../../../core/trpc.ts';
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from './codes.service.ts';
import { createRecoveryCodes, getFactors } from './factors.service.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.service.ts';

export const factorsRouter = router({
  own: userProcedure('member').query(({ ctx }) => getFactors(ctx.deps, ctx.actor)),
  beginPasskey: confirmedProcedure('member')
    .input(newPasskeyOptions)
    .mutation(({ ctx, input }) => beginPasskey(ctx, input)),
  addPasskey: confirmedProcedure('member')
    .input(newPasskeyInput)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  renamePasskey: userProcedure('member')
    .input(passkeyName)
    .mutation(({ ctx, input }) => renamePasskey(ctx.deps, ctx.actor, input)),
  removePasskey: confirmedProcedure('member')
    .input(passkeyId)
    .mutation(({ ctx, input }) => removePasskey(ctx.deps, ctx.actor, input)),
  beginAuthenticator: confirmedProcedure('member').mutation(({ ctx }) => beginAuthenticator(ctx.deps, ctx.actor)),
  confirmAuthenticator: confirmedProcedure('member')
    .input(factorCodeInput)
    .mutation(({ ctx, input }) => confirmAuthenticator(ctx, input)),
  removeAuthenticator: confirmedProcedure('member').mutation(({ ctx }) => removeAuthenticator(ctx.deps, ctx.actor)),
  createRecoveryCodes: confirmedProcedure('member').mutation(({ ctx }) => createRecoveryCodes(ctx.deps, ctx.actor)),
});
