import { deleteAccountInput } from '@marquee/validation';
import { router, userProcedure } from '../../core/trpc.ts';
import { exportAccountData, removeAccount } from './user-data.service.ts';

export const personalDataRouter = router({
  data: userProcedure.query(({ ctx }) => exportAccountData(ctx)),
  remove: userProcedure.input(deleteAccountInput).mutation(({ ctx, input }) => removeAccount(ctx, input)),
});
