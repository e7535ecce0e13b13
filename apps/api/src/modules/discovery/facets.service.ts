import type { CreatorSearchInput } from '@marquee/validation';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../core/ctx.ts';
import { withStaleReads, type Deps } from '../../core/deps.ts';
import { shownTerms } from '../operator-terms/operator-terms.service.ts';
import { toSearchCriteria } from './discovery.service.ts';
import { findTextQuery, type SearchCriteria } from './discovery.sql.ts';
import { countFacets, FACET_NAMES, type Facets } from './facet-counts.service.ts';
import { getCategoryFacetsName, getFigure, isFigureName, type CategoryFacets } from './figures.service.ts';

/**
 * At most so many creators are looked at for one count: a narrow row each; with text also its document; where a package
 * must meet budget and days together also the creator's packages.
 */
const MAX_CREATORS_SCANNED = { rows: 20_000, documents: 5_000, offers: 3_000 };

const MAX_CACHED_SEARCHES = 500;
const facetCaches = new WeakMap<Deps['pool'], LRUCache<string, Promise<Facets>>>();

/**
 * What each value of each filter would find beside the other filters and the text: without the facet's own filter,
 * since another value takes its place. Some seconds old. Exact up to 1,000; a search that finds more creators than are
 * looked at says 'at least', and nothing of what it did not see.
 */
export async function getFacets(ctx: Ctx, input: CreatorSearchInput): Promise<Facets> {
  const { feeBps } = await shownTerms(withStaleReads(ctx));
  // To the minute, so that the same question is answered once.
  const now = new Date(Math.floor(ctx.now().getTime() / 60_000) * 60_000);
  const search: SearchCriteria = { ...toSearchCriteria(input, feeBps, now), sort: 'match' };
  const { facetsMs } = ctx.env.TIMING;
  if (facetsMs === 0) return computeFacets(ctx, search, feeBps);
  let searches = facetCaches.get(ctx.pool);
  if (searches === undefined)
    facetCaches.set(ctx.pool, (searches = new LRUCache({ max: MAX_CACHED_SEARCHES, ttl: facetsMs })));
  const key = JSON.stringify([search, feeBps]);
  const known = searches.get(key);
  if (known !== undefined) return known;
  const computing = computeFacets(ctx, search, feeBps);
  searches.set(key, computing);
  computing.catch(() => searches.delete(key));
  return computing;
}

async function computeFacets(ctx: Ctx, asked: SearchCriteria, feeBps: number): Promise<Facets> {
  const search = asked.words === null ? asked : { ...asked, query: await findTextQuery(ctx.stale, asked.words) };
  // Those without a filter of their own have the same search: one statement counts them all.
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

/** Everybody, or everybody in one category of ours: that is kept, whoever asks (figures.service.ts). */
const isPrecomputed = (search: SearchCriteria) =>
  isUnfiltered(search) || (isUnfiltered({ ...search, categories: null }) && isFigureName(getPrecomputedName(search)));

const getPrecomputedName = ({ categories }: SearchCriteria): 'facets' | CategoryFacets =>
  categories === null ? 'facets' : getCategoryFacetsName(categories.join());

function getScanLimit({ words, minPriceCents, maxPriceCents, maxDays, startsBy }: SearchCriteria): number {
  if (minPriceCents !== null || maxPriceCents !== null || maxDays !== null) return MAX_CREATORS_SCANNED.offers;
  return words === null && startsBy === null ? MAX_CREATORS_SCANNED.rows : MAX_CREATORS_SCANNED.documents;
}
