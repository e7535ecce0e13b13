import { periodInput } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../../core/trpc.ts';
import { moneyOverTime, ordersOverTime, spendingOverTime } from './analytics.service.ts';

export const analyticsRouter = router({
  money: userProcedure('documents.read')
    .input(periodInput)
    .query(({ ctx, input }) => moneyOverTime(ctx.deps, ctx.actor, input)),
  orders: creatorProcedure('member')
    .input(periodInput)
    .query(({ ctx, input }) => ordersOverTime(ctx.deps, ctx.actor, input)),
  spending: brandProcedure('documents.read')
    .input(periodInput)
    .query(({ ctx, input }) => spendingOverTime(ctx.deps, ctx.actor, input)),
});
