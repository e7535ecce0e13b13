import { archiving, budgetChange, newBudget } from '@marquee/validation';
import { brandProcedure, router } from '../../../core/trpc.ts';
import { archiveBudget, changeBudget, createBudget } from './budgets.service.ts';
import { listBudgetsByBrand } from './budgets.sql.ts';

export const budgetsRouter = router({
  list: brandProcedure('member').query(({ ctx }) => listBudgetsByBrand(ctx.db, ctx.user.workspaceId, ctx.now())),
  create: brandProcedure('budgets.manage')
    .input(newBudget)
    .mutation(({ ctx, input }) => createBudget(ctx, input)),
  change: brandProcedure('budgets.manage')
    .input(budgetChange)
    .mutation(({ ctx, input }) => changeBudget(ctx, input)),
  archive: brandProcedure('budgets.manage')
    .input(archiving)
    .mutation(({ ctx, input }) => archiveBudget(ctx, input)),
});
