import { deleteAccountInput } from '@marquee/validation';
import { router, userProcedure } from '../../core/trpc.ts';
import { exportAccountData, removeAccount } from './user-data.service.ts';

export const personalDataRouter = router({
  export: userProcedure.query(({ ctx }) => exportAccountData(ctx)),
  deleteAccount: userProcedure.input(deleteAccountInput).mutation(({ ctx, input }) => removeAccount(ctx, input)),
});
