import { publicProcedure, router } from '../../core/trpc.ts';
import { trust } from './check.service.ts';

export const reconciliationRouter = router({
  trust: publicProcedure.query(({ ctx }) => trust(ctx)),
});
