import { creatorSearch, packagesToCompare } from '@marquee/validation';
import { publicProcedure, router } from '../../core/trpc.ts';
import { figureOf } from './figures.service.ts';
import { comparePackages, findCreators } from './discovery.service.ts';

export const discoveryRouter = router({
  creators: publicProcedure.input(creatorSearch).query(({ ctx, input }) => findCreators(ctx, input)),
  compare: publicProcedure.input(packagesToCompare).query(({ ctx, input }) => comparePackages(ctx, input.ids)),
  landing: publicProcedure.query(({ ctx }) => figureOf(ctx, 'landing')),
  prices: publicProcedure.query(({ ctx }) => figureOf(ctx, 'prices')),
});
