import { deleteAccountInput } from '@marquee/validation';
import { confirmedProcedure, router } from '../../../core/trpc.ts';
import { exportAccountData, removeAccount } from './user-data.service.ts';

export const personalDataRouter = router({
  export: confirmedProcedure.query(({ ctx }) => exportAccountData(ctx)),
  deleteAccount: confirmedProcedure.input(deleteAccountInput).mutation(({ ctx, input }) => removeAccount(ctx, input)),
});
