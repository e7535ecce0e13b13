import { deleteAccountInput } from '@marquee/validation';
import { confirmedProcedure, router } from '../../../core/trpc.ts';
import { exportAccountData, removeAccount } from './user-data.service.ts';

export const personalDataRouter = router({
  export: confirmedProcedure('person').query(({ ctx }) => exportAccountData(ctx.deps, ctx.actor)),
  deleteAccount: confirmedProcedure('person')
    .input(deleteAccountInput)
    .mutation(({ ctx, input }) => removeAccount(ctx, input)),
});
