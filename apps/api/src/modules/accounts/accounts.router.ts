import { deleteAccount } from '@marquee/validation';
import { router, userProcedure } from '../../core/trpc.ts';
import { dataOf, removeAccount } from './accounts.service.ts';

export const accountsRouter = router({
  data: userProcedure.query(({ ctx }) => dataOf(ctx)),
  remove: userProcedure.input(deleteAccount).mutation(({ ctx, input }) => removeAccount(ctx, input)),
});
