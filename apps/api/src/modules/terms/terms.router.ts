import { adminPage, termsChange } from '@marquee/validation';
import { adminProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { changeTerms, shownTerms, termsPage } from './terms.service.ts';

export const termsRouter = router({
  shown: publicProcedure.query(({ ctx }) => shownTerms(ctx)),
  list: adminProcedure.input(adminPage).query(({ ctx, input }) => termsPage(ctx, input)),
  change: adminProcedure.input(termsChange).mutation(({ ctx, input }) => changeTerms(ctx, input)),
});
