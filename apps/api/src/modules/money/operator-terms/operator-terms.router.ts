import { adminPage, operatorTermsChange } from '@marquee/validation';
import { adminMoneyProcedure, adminProcedure, publicProcedure, router } from '../../../core/trpc.ts';
import { changeOperatorTerms, getOperatorTerms, getOperatorTermsPage } from './operator-terms.service.ts';

export const operatorTermsRouter = router({
  // Also returns whether the footer links to the trust page, so that no separate request is needed.
  current: publicProcedure.query(async ({ ctx }) => ({
    ...(await getOperatorTerms(ctx.deps)),
    hasTrustPage: ctx.deps.env.TRUST_PAGE === 'on',
  })),
  list: adminProcedure.input(adminPage).query(({ ctx, input }) => getOperatorTermsPage(ctx.deps, input)),
  change: adminMoneyProcedure
    .input(operatorTermsChange)
    .mutation(({ ctx, input }) => changeOperatorTerms(ctx.deps, ctx.actor, input)),
});
