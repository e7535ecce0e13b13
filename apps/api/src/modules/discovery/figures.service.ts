/**
 * Figures about the whole marketplace. They cost more the larger it is, so they are computed by a job and read from a row:
 * one that is older than it may be is shown once more, and computed again meanwhile.
 */
import { FOLLOWER_BANDS } from '@marquee/validation';
import type { Deps } from '../../core/deps.ts';
import { enqueue } from '../../core/queue.ts';
import type { Db } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { shownTerms } from '../terms/terms.service.ts';
import { quoted, shown } from './discovery.service.ts';
import {
  countByCategory,
  findPrices,
  listFeatured,
  listPricesByCategory,
  listPricesByFollowers,
  listUsernamesOnOffer,
  sumMarketplace,
  type Prices,
} from './discovery.sql.ts';
import { countFacets, EVERYBODY, FACETS, type Facets } from './facet-counts.service.ts';
import { findFigure, saveFigure } from './figures.sql.ts';
import { listTermsOfMarket, updateTerms } from './suggestions.sql.ts';

const COMPUTE = { landing, prices, sitemap, facets, terms } satisfies Record<
  string,
  (db: Db, deps: Deps) => Promise<object>
>;
export type FigureName = keyof typeof COMPUTE;
type Figures = { [N in FigureName]: Awaited<ReturnType<(typeof COMPUTE)[N]>> };

/** Computing takes at most this part of the time: what takes 20 ms is as old as 5 s, what takes 2 s as old as 200 s. */
const SHARE = 100;

/** A figure, at most a little older than `TIMING.figuresMs`, or than a hundred times what it takes to compute. */
export async function figureOf<N extends FigureName>(deps: Deps, name: N): Promise<Figures[N]> {
  const { figuresMs } = deps.env.TIMING;
  const kept = figuresMs === 0 ? undefined : await findFigure(deps.stale, name);
  if (kept === undefined) return refresh(deps, name);
  const age = deps.now().getTime() - kept.computedAt.getTime();
  if (age > Math.max(figuresMs, kept.tookMs * SHARE) || age < 0)
    await inTransaction(deps.db, (tx) => enqueue(tx, 'discovery.refresh', { figure: name }, { isKept: true }));
  return kept.data as Figures[N];
}

/** Computes a figure and keeps it. */
export async function refresh<N extends FigureName>(deps: Deps, name: N): Promise<Figures[N]> {
  const began = performance.now();
  const data = await COMPUTE[name](deps.stale, deps);
  await saveFigure(deps.db, { name, data, computedAt: deps.now(), tookMs: Math.ceil(performance.now() - began) });
  return data as Figures[N];
}

export const isFigure = (name: string): name is FigureName => Object.hasOwn(COMPUTE, name);

/** The usernames of the profiles that search engines should know, as many as one site map may hold. */
async function sitemap(db: Db) {
  return { usernames: (await listUsernamesOnOffer(db)).map(({ username }) => username) };
}

/** What each value of each filter finds where nothing else is asked for. */
async function facets(db: Db, deps: Deps) {
  const { feeBps } = await shownTerms(deps);
  return (await countFacets(db, EVERYBODY, FACETS, feeBps, Number.MAX_SAFE_INTEGER)) as Facets;
}

/** Keeps the words, names and places of the market (`search_term`); the figure says only how many. */
async function terms(db: Db, deps: Deps) {
  const found = await listTermsOfMarket(db);
  await inTransaction(deps.db, (tx) => updateTerms(tx, found));
  return { terms: found.length };
}

const FEATURED = 9;

/** What the landing page says about the marketplace. */
async function landing(db: Db) {
  const [figures, categories, featured] = await Promise.all([
    sumMarketplace(db),
    countByCategory(db),
    listFeatured(db, FEATURED),
  ]);
  return { ...figures, categories, featured: featured.map(shown) };
}

/** The same with what a brand pays now for what is shown. */
export async function landingOf(deps: Deps) {
  const [{ featured, ...figures }, { feeBps }] = await Promise.all([figureOf(deps, 'landing'), shownTerms(deps)]);
  return { ...figures, featured: featured.map((item) => quoted(item, feeBps)) };
}

/** Fewer packages than this say nothing about what is usual. */
const ENOUGH = 5;

/**
 * The creators' prices: of all packages, by category and by the
 * size of the audience. `typical` is null where there are too few.
 */
async function prices(db: Db) {
  const [all, categories, followers] = await Promise.all([
    findPrices(db),
    listPricesByCategory(db),
    listPricesByFollowers(db, FOLLOWER_BANDS),
  ]);
  return {
    all: all ? typicalOf(all) : null,
    categories: categories.map((each) => ({ category: each.category, ...typicalOf(each) })),
    followers: followers.map((each) => ({
      from: FOLLOWER_BANDS[each.band] ?? 0,
      to: FOLLOWER_BANDS[each.band + 1] ?? null,
      ...typicalOf(each),
    })),
  };
}

const typicalOf = ({
  packages,
  quartiles: [lowCents, medianCents, highCents],
  minCents,
  maxCents,
  deliveryDays,
}: Prices) => ({
  packages,
  typical: packages < ENOUGH ? null : { lowCents, medianCents, highCents, minCents, maxCents, deliveryDays },
});
