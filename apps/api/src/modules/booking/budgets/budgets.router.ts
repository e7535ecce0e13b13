import { archiving, budgetChange, newBudget } from '@marquee/validation';
import { brandProcedure, router } from '../../../core/trpc.ts';
import { archiveBudget, changeBudget, createBudget } from './budgets.service.ts';
import { listBudgetsByBrand } from './budgets.sql.ts';

export const budgetsRouter = router({
  list: brandProcedure('member').query(({ ctx }) =>
    listBudgetsByBrand(ctx.deps.db, ctx.user.workspaceId, ctx.deps.now()),
  ),
  create: brandProcedure('budgets.manage')
    .input(newBudget)
    .mutation(({ ctx, input }) => createBudget(ctx.deps, ctx.actor, input)),
  change: brandProcedure('budgets.manage')
    .input(budgetChange)
    .mutation(({ ctx, input }) => changeBudget(ctx.deps, ctx.actor, input)),
  archive: brandProcedure('budgets.manage')
    .input(archiving)
    .mutation(({ ctx, input }) => archiveBudget(ctx.deps, ctx.actor, input)),
});
