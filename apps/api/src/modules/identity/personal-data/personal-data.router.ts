import { deleteAccountInput } from '@marquee/validation';
import { confirmedProcedure, router } from '../../../core/trpc.ts';
import { exportAccountData, removeAccount } from './user-data.service.ts';

export const personalDataRouter = router({
  export: confirmedProcedure('member').query(({ ctx }) => exportAccountData(ctx.deps, ctx.actor)),
  deleteAccount: confirmedProcedure('member')
    .input(deleteAccountInput)
    .mutation(({ ctx, input }) => removeAccount(ctx, input)),
});
