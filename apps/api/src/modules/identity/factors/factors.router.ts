import { factorCodeInput, newPasskeyInput, newPasskeyOptions, passkeyId, passkeyName } from '@marquee/validation';
import { confirmedProcedure, router, userProcedure } from '../../../core/trpc.ts';
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from './codes.service.ts';
import { createRecoveryCodes, getFactors } from './factors.service.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.service.ts';

export const factorsRouter = router({
  own: userProcedure('person').query(({ ctx }) => getFactors(ctx.deps, ctx.actor)),
  beginPasskey: confirmedProcedure('person')
    .input(newPasskeyOptions)
    .mutation(({ ctx, input }) => beginPasskey(ctx, input)),
  addPasskey: confirmedProcedure('person')
    .input(newPasskeyInput)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  renamePasskey: userProcedure('person')
    .input(passkeyName)
    .mutation(({ ctx, input }) => renamePasskey(ctx.deps, ctx.actor, input)),
  removePasskey: confirmedProcedure('person')
    .input(passkeyId)
    .mutation(({ ctx, input }) => removePasskey(ctx.deps, ctx.actor, input)),
  beginAuthenticator: confirmedProcedure('person').mutation(({ ctx }) => beginAuthenticator(ctx.deps, ctx.actor)),
  confirmAuthenticator: confirmedProcedure('person')
    .input(factorCodeInput)
    .mutation(({ ctx, input }) => confirmAuthenticator(ctx, input)),
  removeAuthenticator: confirmedProcedure('person').mutation(({ ctx }) => removeAuthenticator(ctx.deps, ctx.actor)),
  createRecoveryCodes: confirmedProcedure('person').mutation(({ ctx }) => createRecoveryCodes(ctx.deps, ctx.actor)),
});
