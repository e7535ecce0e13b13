/** Counts the search results for each filter value, exactly up to a limit. */
import { toCents, findPriceWithin } from '@marquee/money';
import {
  BUDGET_STEPS,
  CREATOR_CATEGORIES,
  DELIVERY_STEPS,
  LANGUAGES,
  PLATFORM_NAMES,
  RATING_STEPS,
} from '@marquee/validation';
import type { Db } from '../../../db/schema.ts';
import { MAX_COUNTED_RESULTS } from './discovery.service.ts';
import type { SearchCriteria } from './discovery.sql.ts';
import { listFacetCounts, type FacetName } from './facets.sql.ts';

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
