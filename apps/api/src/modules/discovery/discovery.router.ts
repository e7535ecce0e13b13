import { creatorSearch, packagesToCompare } from '@marquee/validation';
import { marketProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { figureOf, landingOf } from './figures.service.ts';
import { comparePackages, findCreators } from './discovery.service.ts';

export const discoveryRouter = router({
  creators: marketProcedure.input(creatorSearch).query(({ ctx, input }) => findCreators(ctx, input)),
  compare: marketProcedure.input(packagesToCompare).query(({ ctx, input }) => comparePackages(ctx, input.ids)),
  landing: publicProcedure.query(({ ctx }) => landingOf(ctx)),
  prices: publicProcedure.query(({ ctx }) => figureOf(ctx, 'prices')),
});
