import { adminPage, operatorTermsChange } from '@marquee/validation';
import { adminProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { changeOperatorTerms, getOperatorTerms, getOperatorTermsPage } from './operator-terms.service.ts';

export const operatorTermsRouter = router({
  // Includes the footer's setting, so that pages do not need a separate request for it.
  current: publicProcedure.query(async ({ ctx }) => ({
    ...(await getOperatorTerms(ctx)),
    hasTrustPage: ctx.env.TRUST_PAGE === 'on',
  })),
  list: adminProcedure.input(adminPage).query(({ ctx, input }) => getOperatorTermsPage(ctx, input)),
  change: adminProcedure.input(operatorTermsChange).mutation(({ ctx, input }) => changeOperatorTerms(ctx, input)),
});
