import type { CreatorSearchInput } from '@marquee/validation';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../core/ctx.ts';
import { staleOf, type Deps } from '../../core/deps.ts';
import { shownTerms } from '../terms/terms.service.ts';
import { searchOf } from './discovery.service.ts';
import { findQuery, type Search } from './discovery.sql.ts';
import { countFacets, FACETS, type Facets } from './facet-counts.service.ts';
import { facetsName, figureOf, isFigure, type CategoryFacets } from './figures.service.ts';

/**
 * At most so many creators are looked at for one count: a narrow row each; with text also its document; where a package
 * must meet budget and days together also the creator's packages.
 */
const LOOKED_AT = { rows: 20_000, documents: 5_000, offers: 3_000 };

const KEPT_SEARCHES = 500;
const kept = new WeakMap<Deps['pool'], LRUCache<string, Promise<Facets>>>();

/**
 * What each value of each filter would find beside the other filters and the text: without the facet's own filter,
 * since another value takes its place. Some seconds old. Exact up to 1,000; a search that finds more creators than are
 * looked at says 'at least', and nothing of what it did not see.
 */
export async function facetsOf(ctx: Ctx, input: CreatorSearchInput): Promise<Facets> {
  const { feeBps } = await shownTerms(staleOf(ctx));
  // To the minute, so that the same question is answered once.
  const now = new Date(Math.floor(ctx.now().getTime() / 60_000) * 60_000);
  const search: Search = { ...searchOf(input, feeBps, now), sort: 'match' };
  const { facetsMs } = ctx.env.TIMING;
  if (facetsMs === 0) return compute(ctx, search, feeBps);
  let searches = kept.get(ctx.pool);
  if (searches === undefined) kept.set(ctx.pool, (searches = new LRUCache({ max: KEPT_SEARCHES, ttl: facetsMs })));
  const key = JSON.stringify([search, feeBps]);
  const known = searches.get(key);
  if (known !== undefined) return known;
  const computing = compute(ctx, search, feeBps);
  searches.set(key, computing);
  computing.catch(() => searches.delete(key));
  return computing;
}

async function compute(ctx: Ctx, asked: Search, feeBps: number): Promise<Facets> {
  const search = asked.words === null ? asked : { ...asked, query: await findQuery(ctx.stale, asked.words) };
  // Those without a filter of their own have the same search: one statement counts them all.
  const searches = new Map<string, { search: Search; facets: (keyof Facets)[] }>();
  for (const facet of FACETS) {
    const others = { ...search, ...WITHOUT[facet] };
    const key = JSON.stringify(others);
    searches.set(key, { search: others, facets: [...(searches.get(key)?.facets ?? []), facet] });
  }
  const parts = await Promise.all(
    [...searches.values()].map(async (each) =>
      isKept(each.search)
        ? only(await figureOf(ctx, keptName(each.search)), each.facets)
        : countFacets(ctx.stale, each.search, each.facets, feeBps, boundOf(each.search)),
    ),
  );
  return Object.assign({}, ...parts) as Facets;
}

const WITHOUT: Record<keyof Facets, Partial<Search>> = {
  categories: { categories: null },
  platforms: { platforms: null },
  languages: { language: null },
  days: { maxDays: null },
  budgets: { minPriceCents: null, maxPriceCents: null },
  ratings: { minTenths: null },
};

const only = (facets: Partial<Facets>, names: readonly (keyof Facets)[]): Partial<Facets> =>
  Object.fromEntries(names.map((name) => [name, facets[name]]));

const isEverybody = (search: Search) => Object.values({ ...search, sort: null }).every((value) => value === null);

/** Everybody, or everybody in one category of ours: that is kept, whoever asks (figures.service.ts). */
const isKept = (search: Search) =>
  isEverybody(search) || (isEverybody({ ...search, categories: null }) && isFigure(keptName(search)));

const keptName = ({ categories }: Search): 'facets' | CategoryFacets =>
  categories === null ? 'facets' : facetsName(categories.join());

function boundOf({ words, minPriceCents, maxPriceCents, maxDays, startsBy }: Search): number {
  if (minPriceCents !== null || maxPriceCents !== null || maxDays !== null) return LOOKED_AT.offers;
  return words === null && startsBy === null ? LOOKED_AT.rows : LOOKED_AT.documents;
}
