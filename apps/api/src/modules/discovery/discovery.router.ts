import { creatorSearch, packagesToCompare, placeSoFar, searchSoFar, topicAsked } from '@marquee/validation';
import { marketProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { noteMissedSearch } from '../analytics/missed-searches.service.ts';
import { figureOf, findTopic, landingOf, listTopics } from './figures.service.ts';
import { comparePackages, findCreators } from './discovery.service.ts';
import { facetsOf } from './facets.service.ts';
import { listPlaces, suggest } from './suggestions.service.ts';

export const discoveryRouter = router({
  creators: marketProcedure.input(creatorSearch).query(async ({ ctx, input }) => {
    const found = await findCreators(ctx, input);
    if (found.total?.count === 0) noteMissedSearch({ ...ctx, db: ctx.primary }, input);
    return found;
  }),
  compare: marketProcedure.input(packagesToCompare).query(({ ctx, input }) => comparePackages(ctx, input.ids)),
  /** Public, and read where it may be stale: they keep figures, so they are not `marketProcedure`. */
  facets: publicProcedure.input(creatorSearch).query(({ ctx, input }) => facetsOf(ctx, input)),
  suggest: publicProcedure.input(searchSoFar).query(({ ctx, input }) => suggest(ctx, input)),
  places: publicProcedure.input(placeSoFar).query(({ ctx, input }) => listPlaces(ctx, input)),
  topics: publicProcedure.query(({ ctx }) => listTopics(ctx)),
  topic: publicProcedure.input(topicAsked).query(({ ctx, input }) => findTopic(ctx, input.slug)),
  landing: publicProcedure.query(({ ctx }) => landingOf(ctx)),
  prices: publicProcedure.query(({ ctx }) => figureOf(ctx, 'prices')),
});
