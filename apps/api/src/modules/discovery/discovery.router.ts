import { creatorSearch, packagesToCompare } from '@marquee/validation';
import { publicProcedure, router } from '../../core/trpc.ts';
import { comparePackages, findCreators, marketplaceFigures, priceGuide } from './discovery.service.ts';

export const discoveryRouter = router({
  creators: publicProcedure.input(creatorSearch).query(({ ctx, input }) => findCreators(ctx, input)),
  compare: publicProcedure.input(packagesToCompare).query(({ ctx, input }) => comparePackages(ctx, input.ids)),
  landing: publicProcedure.query(({ ctx }) => marketplaceFigures(ctx)),
  prices: publicProcedure.query(({ ctx }) => priceGuide(ctx)),
});
