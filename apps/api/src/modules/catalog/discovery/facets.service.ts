/** Counts the search results for each filter value, exactly up to a limit. */
import { type CreatorSearchInput, BUDGET_STEPS, DELIVERY_STEPS, RATING_STEPS } from '@marquee/validation';
import { CREATOR_CATEGORIES, LANGUAGES, PLATFORM_NAMES } from '@marquee/contracts';
import { withStaleReads, type Deps } from '../../../core/deps.ts';
import { getOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import { toSearchCriteria, MAX_COUNTED_RESULTS } from './discovery.service.ts';
import { findTextQuery, type SearchCriteria } from './discovery.sql.ts';
import { getFigure, type Figure } from '../figures/figures.service.ts';
import type { Db } from '../../../db/schema.ts';
import { toCents, findPriceWithin } from '@marquee/money';
import { listFacetCounts, type FacetName } from './facets.sql.ts';

/**
 * Maximum number of creators that are read for one count. It depends on the data to read: `rows` if listings are
 * enough, `documents` if the search has a text or a start day, and `offers` if packages have to be read.
 */
const MAX_CREATORS_SCANNED = { rows: 20_000, documents: 5_000, offers: 3_000 };

/**
 * Returns the number of results for each filter value, given the text and the filters of the other facets. Counts
 * are exact up to 1,000 and may be some seconds old. If the search matches more creators than are read, the counts
 * are marked `atLeast`.
 */
export async function getFacets(deps: Deps, input: CreatorSearchInput): Promise<Facets> {
  const { feeBps } = await getOperatorTerms(withStaleReads(deps));
  // Round to the minute, so that identical requests share one cache entry.
  const now = new Date(Math.floor(deps.now().getTime() / 60_000) * 60_000);
  const search: SearchCriteria = { ...toSearchCriteria(input, feeBps, now), sort: 'match' };
  return deps.memory.facets.read(JSON.stringify([search, feeBps]), () => computeFacets(deps, search, feeBps));
}

async function computeFacets(deps: Deps, criteria: SearchCriteria, feeBps: number): Promise<Facets> {
  const search =
    criteria.words === null ? criteria : { ...criteria, query: await findTextQuery(deps.stale, criteria.words) };
  // Facets without an active filter need the same search, so one statement counts the results for all of them.
  const searches = new Map<string, { search: SearchCriteria; facets: (keyof Facets)[] }>();
  for (const facet of FACET_NAMES) {
    const otherFilters = { ...search, ...FILTERS_TO_CLEAR[facet] };
    const key = JSON.stringify(otherFilters);
    searches.set(key, { search: otherFilters, facets: [...(searches.get(key)?.facets ?? []), facet] });
  }
  const parts = await Promise.all(
    [...searches.values()].map(async (each) => {
      const figure = findPrecomputedFacets(each.search);
      return figure === undefined
        ? countFacets(deps.stale, each.search, each.facets, feeBps, getScanLimit(each.search))
        : pickFacets(await getFigure(deps, figure), each.facets);
    }),
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

/** Finds the precomputed counts of a search. They exist for the whole marketplace and for each category. */
function findPrecomputedFacets(search: SearchCriteria): Figure<Partial<Facets>> | undefined {
  if (isUnfiltered(search)) return FACETS;
  if (!isUnfiltered({ ...search, categories: null })) return undefined;
  const name = getCategoryFacetsName(search.categories?.join() ?? '');
  return CATEGORY_FACETS.find((figure) => figure.name === name);
}

function getScanLimit({ words, minPriceCents, maxPriceCents, maxDays, startsBy }: SearchCriteria): number {
  if (minPriceCents !== null || maxPriceCents !== null || maxDays !== null) return MAX_CREATORS_SCANNED.offers;
  return words === null && startsBy === null ? MAX_CREATORS_SCANNED.rows : MAX_CREATORS_SCANNED.documents;
}

async function computeGlobalFacets(db: Db, deps: Deps) {
  const { feeBps } = await getOperatorTerms(deps);
  return (await countFacets(db, UNFILTERED_SEARCH, FACET_NAMES, feeBps, Number.MAX_SAFE_INTEGER)) as Facets;
}

const createCategoryComputation = (category: string) => async (db: Db, deps: Deps) => {
  const { feeBps } = await getOperatorTerms(deps);
  const otherFacets = FACET_NAMES.filter((facet) => facet !== 'categories');
  return countFacets(
    db,
    { ...UNFILTERED_SEARCH, categories: [category] },
    otherFacets,
    feeBps,
    Number.MAX_SAFE_INTEGER,
  );
};

/**
 * A number of search results. `atLeast` means that there may be more. Null if the scan limit was reached before a
 * result was found.
 */
export type FacetCount = { count: number; atLeast: boolean } | null;
/**
 * The number of results for each filter value. The keys for delivery days, budgets (in whole dollars) and ratings
 * (in stars) are numbers as strings.
 */
export type Facets = Record<
  'categories' | 'platforms' | 'languages' | 'days' | 'budgets' | 'ratings',
  Record<string, FacetCount>
>;

const FACET_VALUES: Record<keyof Facets, readonly (string | number)[]> = {
  categories: CREATOR_CATEGORIES,
  platforms: PLATFORM_NAMES,
  languages: LANGUAGES,
  days: DELIVERY_STEPS,
  budgets: BUDGET_STEPS,
  ratings: RATING_STEPS,
};

export const UNFILTERED_SEARCH: SearchCriteria = {
  words: null,
  query: null,
  categories: null,
  platforms: null,
  language: null,
  minFollowers: null,
  maxFollowers: null,
  minPriceCents: null,
  maxPriceCents: null,
  maxDays: null,
  startsBy: null,
  minTenths: null,
  location: null,
  sort: 'match',
};

export const FACET_NAMES = Object.keys(FACET_VALUES) as (keyof Facets)[];

/**
 * Counts the results of a search for each value of these facets. The search must not contain the facets' own
 * filters. Reads at most `most` creators. If more creators match, the counts are marked `atLeast`.
 */
export async function countFacets(
  db: Db,
  search: SearchCriteria,
  facets: readonly (keyof Facets)[],
  feeBps: number,
  most: number,
): Promise<Partial<Facets>> {
  const prices = BUDGET_STEPS.map((dollars) => findPriceWithin(toCents(dollars * 100), feeBps));
  const ratings = RATING_STEPS.map((stars) => Math.round(stars * 10));
  const read = facets.map((facet): FacetName => (facet === 'budgets' ? 'prices' : facet));
  const rows = await listFacetCounts(db, search, read, { days: DELIVERY_STEPS, prices, ratings }, most);
  const isWhole = (rows.find(({ facet }) => facet === 'all')?.count ?? 0) <= most;
  const countOf = (facet: keyof Facets, value: string | number, at: number) => {
    const [name, key] =
      facet === 'budgets' ? ['prices', prices[at]] : facet === 'ratings' ? ['ratings', ratings[at]] : [facet, value];
    return rows.find((row) => row.facet === name && row.value === String(key))?.count ?? 0;
  };
  return Object.fromEntries(
    facets.map((facet) => [
      facet,
      Object.fromEntries(
        FACET_VALUES[facet].map((value, at) => [value, toFacetCount(countOf(facet, value, at), isWhole)]),
      ),
    ]),
  );
}

function toFacetCount(count: number, isWhole: boolean): FacetCount {
  if (count >= MAX_COUNTED_RESULTS)
    return { count: MAX_COUNTED_RESULTS, atLeast: count > MAX_COUNTED_RESULTS || !isWhole };
  if (isWhole) return { count, atLeast: false };
  return count === 0 ? null : { count, atLeast: true };
}

const getCategoryFacetsName = (category: string): string => `facets:${category}`;

export const FACETS = { name: 'facets', compute: computeGlobalFacets };
/** The counts within each category are precomputed, because these searches are the most frequent and read many rows. */
export const CATEGORY_FACETS: readonly Figure<Partial<Facets>>[] = CREATOR_CATEGORIES.map((category) => ({
  name: getCategoryFacetsName(category),
  compute: createCategoryComputation(category),
}));
