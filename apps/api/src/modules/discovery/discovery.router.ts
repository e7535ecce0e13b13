import { creatorSearch, compareInput, locationPrefix, searchPrefix, topicInput } from '@marquee/validation';
import { marketProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { recordUnmatchedSearch } from '../analytics/missed-searches.service.ts';
import { getFigure, findTopic, getLanding, listTopics } from './figures.service.ts';
import { comparePackages, searchCreators } from './discovery.service.ts';
import { getFacets } from './facets.service.ts';
import { listLocations, listSuggestions } from './suggestions.service.ts';

export const discoveryRouter = router({
  search: marketProcedure.input(creatorSearch).query(async ({ ctx, input }) => {
    const found = await searchCreators(ctx, input);
    if (found.total?.count === 0) recordUnmatchedSearch({ ...ctx, db: ctx.primary }, input);
    return found;
  }),
  compare: marketProcedure.input(compareInput).query(({ ctx, input }) => comparePackages(ctx, input.ids)),
  /**
   * Like `marketProcedure`, the procedures below read from a standby. They use `publicProcedure` because they may
   * also have to write precomputed data to the primary (figures.service.ts).
   */
  facets: publicProcedure.input(creatorSearch).query(({ ctx, input }) => getFacets(ctx, input)),
  suggest: publicProcedure.input(searchPrefix).query(({ ctx, input }) => listSuggestions(ctx, input)),
  locations: publicProcedure.input(locationPrefix).query(({ ctx, input }) => listLocations(ctx, input)),
  topics: publicProcedure.query(({ ctx }) => listTopics(ctx)),
  topic: publicProcedure.input(topicInput).query(({ ctx, input }) => findTopic(ctx, input.slug)),
  landing: publicProcedure.query(({ ctx }) => getLanding(ctx)),
  prices: publicProcedure.query(({ ctx }) => getFigure(ctx, 'prices')),
});
