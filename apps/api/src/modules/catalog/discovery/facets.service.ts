import type { CreatorSearchInput } from '@marquee/validation';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../../core/ctx.ts';
import { withStaleReads, type Deps } from '../../../core/deps.ts';
import { getOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import { toSearchCriteria } from './discovery.service.ts';
import { findTextQuery, type SearchCriteria } from './discovery.sql.ts';
import { countFacets, FACET_NAMES, type Facets } from './facet-counts.service.ts';
import { getCategoryFacetsName, getFigure, isFigureName, type CategoryFacets } from './figures.service.ts';

/**
 * Maximum number of creators that are read for one count. It depends on the data to read: `rows` if listings are
 * enough, `documents` if the search has a text or a start day, and `offers` if packages have to be read.
 */
const MAX_CREATORS_SCANNED = { rows: 20_000, documents: 5_000, offers: 3_000 };

const MAX_CACHED_SEARCHES = 500;
const facetCaches = new WeakMap<Deps['pool'], LRUCache<string, Promise<Facets>>>();

/**
 * Returns the number of results for each filter value, given the text and the filters of the other facets. Counts
 * are exact up to 1,000 and may be some seconds old. If the search matches more creators than are read, the counts
 * are marked `atLeast`.
 */
export async function getFacets(ctx: Ctx, input: CreatorSearchInput): Promise<Facets> {
  const { feeBps } = await getOperatorTerms(withStaleReads(ctx));
  // Round to the minute, so that identical requests share one cache entry.
  const now = new Date(Math.floor(ctx.now().getTime() / 60_000) * 60_000);
  const search: SearchCriteria = { ...toSearchCriteria(input, feeBps, now), sort: 'match' };
  const { facetsMs } = ctx.env.TIMING;
  if (facetsMs === 0) return computeFacets(ctx, search, feeBps);
  let searches = facetCaches.get(ctx.pool);
  if (searches === undefined)
    facetCaches.set(ctx.pool, (searches = new LRUCache({ max: MAX_CACHED_SEARCHES, ttl: facetsMs })));
  const key = JSON.stringify([search, feeBps]);
  const known = searches.get(key);
  ctx.metrics.countCacheRead('filter_counts', known !== undefined);
  if (known !== undefined) return known;
  const computing = computeFacets(ctx, search, feeBps);
  searches.set(key, computing);
  computing.catch(() => searches.delete(key));
  return computing;
}

async function computeFacets(ctx: Ctx, asked: SearchCriteria, feeBps: number): Promise<Facets> {
  const search = asked.words === null ? asked : { ...asked, query: await findTextQuery(ctx.stale, asked.words) };
  // Facets without an active filter need the same search, so one statement counts the results for all of them.
  const searches = new Map<string, { search: SearchCriteria; facets: (keyof Facets)[] }>();
  for (const facet of FACET_NAMES) {
    const others = { ...search, ...FILTERS_TO_CLEAR[facet] };
    const key = JSON.stringify(others);
    searches.set(key, { search: others, facets: [...(searches.get(key)?.facets ?? []), facet] });
  }
  const parts = await Promise.all(
    [...searches.values()].map(async (each) =>
      isPrecomputed(each.search)
        ? pickFacets(await getFigure(ctx, getPrecomputedName(each.search)), each.facets)
        : countFacets(ctx.stale, each.search, each.facets, feeBps, getScanLimit(each.search)),
    ),
  );
  return Object.assign({}, ...parts) as Facets;
}

const FILTERS_TO_CLEAR: Record<keyof Facets, Partial<SearchCriteria>> = {
  categories: { categories: null },
  platforms: { platforms: null },
  languages: { language: null },
  days: { maxDays: null },
  budgets: { minPriceCents: null, maxPriceCents: null },
  ratings: { minTenths: null },
};

const pickFacets = (facets: Partial<Facets>, names: readonly (keyof Facets)[]): Partial<Facets> =>
  Object.fromEntries(names.map((name) => [name, facets[name]]));

const isUnfiltered = (search: SearchCriteria) =>
  Object.values({ ...search, sort: null }).every((value) => value === null);

/** Whether figures.service.ts precomputes the counts. It does so for the whole marketplace and for each category. */
const isPrecomputed = (search: SearchCriteria) =>
  isUnfiltered(search) || (isUnfiltered({ ...search, categories: null }) && isFigureName(getPrecomputedName(search)));

const getPrecomputedName = ({ categories }: SearchCriteria): 'facets' | CategoryFacets =>
  categories === null ? 'facets' : getCategoryFacetsName(categories.join());

function getScanLimit({ words, minPriceCents, maxPriceCents, maxDays, startsBy }: SearchCriteria): number {
  if (minPriceCents !== null || maxPriceCents !== null || maxDays !== null) return MAX_CREATORS_SCANNED.offers;
  return words === null && startsBy === null ? MAX_CREATORS_SCANNED.rows : MAX_CREATORS_SCANNED.documents;
}
