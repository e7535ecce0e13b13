import { spanAsked } from '@marquee/validation';
import { router, userProcedure } from '../../core/trpc.ts';
import { moneyOverTime } from './analytics.service.ts';

export const analyticsRouter = router({
  money: userProcedure.input(spanAsked).query(({ ctx, input }) => moneyOverTime(ctx, input)),
});
