import { creatorSearch, packagesToCompare } from '@marquee/validation';
import { marketProcedure, router } from '../../core/trpc.ts';
import { comparePackages, findCreators, marketplaceFigures, priceGuide } from './discovery.service.ts';

export const discoveryRouter = router({
  creators: marketProcedure.input(creatorSearch).query(({ ctx, input }) => findCreators(ctx, input)),
  compare: marketProcedure.input(packagesToCompare).query(({ ctx, input }) => comparePackages(ctx, input.ids)),
  landing: marketProcedure.query(({ ctx }) => marketplaceFigures(ctx)),
  prices: marketProcedure.query(({ ctx }) => priceGuide(ctx)),
});
