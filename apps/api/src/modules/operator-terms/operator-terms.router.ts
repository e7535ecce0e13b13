import { adminPage, operatorTermsChange } from '@marquee/validation';
import { adminProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { changeTerms, shownTerms, termsPage } from './operator-terms.service.ts';

export const termsRouter = router({
  // The footer's data is included, because no page requests it separately.
  shown: publicProcedure.query(async ({ ctx }) => ({
    ...(await shownTerms(ctx)),
    hasTrustPage: ctx.env.TRUST_PAGE === 'on',
  })),
  list: adminProcedure.input(adminPage).query(({ ctx, input }) => termsPage(ctx, input)),
  change: adminProcedure.input(operatorTermsChange).mutation(({ ctx, input }) => changeTerms(ctx, input)),
});
