import { creatorSearch, compareInput, locationPrefix, searchPrefix, topicInput } from '@marquee/validation';
import { marketProcedure, publicProcedure, router } from '../../../core/trpc.ts';
import { recordUnmatchedSearch } from '../../staff/analytics/missed-searches.service.ts';
import { getFigure } from '../figures/figures.service.ts';
import { PRICES } from '../market/prices.service.ts';
import { getLanding } from './landing.service.ts';
import { findTopic, listTopics } from '../market/topics.service.ts';
import { comparePackages, searchCreators } from './discovery.service.ts';
import { getFacets } from './facets.service.ts';
import { listLocations, listSuggestions } from './suggestions.service.ts';

export const discoveryRouter = router({
  search: marketProcedure
    .meta({ costMs: 6 })
    .input(creatorSearch)
    .query(async ({ ctx, input }) => {
      const results = await searchCreators(ctx.deps, ctx.primary, input);
      if (results.total?.count === 0) recordUnmatchedSearch(ctx.primary, input);
      return results;
    }),
  compare: marketProcedure
    .meta({ costMs: 2 })
    .input(compareInput)
    .query(({ ctx, input }) => comparePackages(ctx.deps, input.ids)),
  /**
   * Like `marketProcedure`, the procedures below read from a standby. They use `publicProcedure` because they may
   * also have to write precomputed data to the primary (figures.service.ts).
   */
  facets: publicProcedure
    .meta({ costMs: 4 })
    .input(creatorSearch)
    .query(({ ctx, input }) => getFacets(ctx.deps, input)),
  suggest: publicProcedure
    .meta({ costMs: 3 })
    .input(searchPrefix)
    .query(({ ctx, input }) => listSuggestions(ctx.deps, input)),
  locations: publicProcedure
    .meta({ costMs: 2 })
    .input(locationPrefix)
    .query(({ ctx, input }) => listLocations(ctx.deps, input)),
  topics: publicProcedure.meta({ costMs: 2 }).query(({ ctx }) => listTopics(ctx.deps)),
  topic: publicProcedure
    .meta({ costMs: 2 })
    .input(topicInput)
    .query(({ ctx, input }) => findTopic(ctx.deps, input.slug)),
  landing: publicProcedure.meta({ costMs: 2 }).query(({ ctx }) => getLanding(ctx.deps)),
  prices: publicProcedure.meta({ costMs: 2 }).query(({ ctx }) => getFigure(ctx.deps, PRICES)),
});
