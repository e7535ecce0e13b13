import { factorCodeInput, newPasskeyInput, passkeyId, passkeyName } from '@marquee/validation';
import { confirmedProcedure, router, userProcedure } from '../../../core/trpc.ts';
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from './codes.service.ts';
import { createRecoveryCodes, getFactors } from './factors.service.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.service.ts';

export const factorsRouter = router({
  own: userProcedure.query(({ ctx }) => getFactors(ctx)),
  beginPasskey: confirmedProcedure.mutation(({ ctx }) => beginPasskey(ctx)),
  addPasskey: confirmedProcedure.input(newPasskeyInput).mutation(({ ctx, input }) => addPasskey(ctx, input.passkey)),
  renamePasskey: userProcedure.input(passkeyName).mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  removePasskey: confirmedProcedure.input(passkeyId).mutation(({ ctx, input }) => removePasskey(ctx, input)),
  beginAuthenticator: confirmedProcedure.mutation(({ ctx }) => beginAuthenticator(ctx)),
  confirmAuthenticator: confirmedProcedure
    .input(factorCodeInput)
    .mutation(({ ctx, input }) => confirmAuthenticator(ctx, input)),
  removeAuthenticator: confirmedProcedure.mutation(({ ctx }) => removeAuthenticator(ctx)),
  createRecoveryCodes: confirmedProcedure.mutation(({ ctx }) => createRecoveryCodes(ctx)),
});
