/**
 * Provides precomputed data about the whole marketplace, such as totals, typical prices and topic pages. Each set of
 * data is called a figure. Computing one takes longer the larger the marketplace is, so a job computes it and
 * requests read it from a database row. If the stored data is outdated, requests still return it until the job has
 * recomputed it.
 */
import {
  CREATOR_CATEGORIES,
  findCategory,
  FOLLOWER_BANDS,
  MIN_LISTED_CREATORS,
  PLATFORM_LABELS,
  getTopicSlug,
  type Topic,
} from '@marquee/validation';
import type { Deps } from '../../../core/deps.ts';
import { enqueueJob } from '../../../core/queue.ts';
import type { Db } from '../../../db/schema.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { getOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import {
  countCreatorsByCategory,
  findPriceStatistics,
  listFeaturedCreators,
  listSitemapPartStarts,
  listPricesByCategory,
  listPricesByFollowers,
  listSitemapUsernames,
  sumMarketplace,
  type PriceStatistics,
} from './discovery.sql.ts';
import { countFacets, UNFILTERED_SEARCH, FACET_NAMES, type Facets } from './facet-counts.service.ts';
import { findFigure, upsertFigure, replaceFigures } from './figures.sql.ts';
import { toListedCreator, withQuote } from './listed-creators.service.ts';
import { listMarketTerms, replaceSearchTerms } from './suggestions.sql.ts';
import { listCategoriesByLocation, listCategoryPairs, listCategoryTopics, listLocationTopics } from './topics.sql.ts';

const FIGURE_COMPUTATIONS = {
  landing: computeLanding,
  prices: computePrices,
  parts: computeSitemapParts,
  facets: computeGlobalFacets,
  terms: computeTerms,
  topics: computeTopics,
} satisfies Record<string, (db: Db, deps: Deps) => Promise<object>>;
/**
 * Name of the precomputed facet counts within one category. They are precomputed because this search is the most
 * frequent one and reads many rows.
 */
export type CategoryFacets = `facets:${string}`;
type GlobalFigureName = keyof typeof FIGURE_COMPUTATIONS;
export type FigureName = GlobalFigureName | CategoryFacets;
type FigureData<N extends FigureName> = N extends GlobalFigureName
  ? Awaited<ReturnType<(typeof FIGURE_COMPUTATIONS)[N]>>
  : Partial<Facets>;

/**
 * Maximum age of precomputed data, as a multiple of the time that it takes to compute. Limits the share of time
 * spent on recomputing to 1 %: data that takes 2 s to compute is refreshed every 200 s.
 */
const RECOMPUTE_AGE_FACTOR = 100;

/**
 * Returns precomputed data. Its age hardly exceeds `TIMING.figuresMs`, or 100 times the time that it takes to
 * compute if that is longer.
 */
export async function getFigure<N extends FigureName>(deps: Deps, name: N): Promise<FigureData<N>> {
  const { figuresMs } = deps.env.TIMING;
  const kept = figuresMs === 0 ? undefined : await findFigure(deps.stale, name);
  if (kept === undefined) return refreshFigure(deps, name);
  requestRefresh(deps, name, kept);
  return kept.data as FigureData<N>;
}

/** Names of the precomputed data whose refresh is just being enqueued, by database. */
const pendingRefreshes = new WeakMap<Deps['pool'], Set<FigureName>>();
/**
 * The limit is low, because each pending refresh occupies a database connection while another transaction holds the
 * row of its job.
 */
const MAX_PENDING_REFRESHES = 2;

/**
 * Enqueues the job that recomputes the data with this name, if it is outdated. The caller does not wait for this,
 * because a request that reads stored data must not depend on locks of the job's row. If the refresh is skipped, the
 * next read requests it.
 */
function requestRefresh(deps: Deps, name: FigureName, kept: { computedAt: Date; tookMs: number }): void {
  if (!isFigureTooOld(deps, kept)) return;
  const names = pendingRefreshes.get(deps.pool) ?? new Set();
  pendingRefreshes.set(deps.pool, names);
  if (names.has(name) || names.size >= MAX_PENDING_REFRESHES) return;
  names.add(name);
  inTransaction(deps.db, (tx) => enqueueJob(tx, 'discovery.refresh', { figure: name }, { isKept: true }))
    .catch((cause: unknown) => deps.log.warn({ err: cause, figure: name }, 'failed to enqueue the refresh of a figure'))
    .finally(() => names.delete(name));
}

function isFigureTooOld(deps: Deps, { computedAt, tookMs }: { computedAt: Date; tookMs: number }): boolean {
  const age = deps.now().getTime() - computedAt.getTime();
  return age < 0 || age > Math.max(deps.env.TIMING.figuresMs, tookMs * RECOMPUTE_AGE_FACTOR);
}

/**
 * Delay before a failed computation is retried. It is long because the data is read constantly, so each failure
 * would be followed by another attempt at once, which may run until the statement timeout.
 */
const REFRESH_RETRY_MS = 60_000;

/**
 * Job: computes the data with this name, unless another run has already refreshed it. If the computation fails,
 * keeps the stored data, logs the error and runs again after a delay.
 */
export async function refreshIfTooOld(deps: Deps, name: FigureName): Promise<void> {
  const kept = await findFigure(deps.db, name);
  if (kept !== undefined && !isFigureTooOld(deps, kept)) return;
  try {
    await refreshFigure(deps, name);
  } catch (error) {
    deps.log.error({ err: error, figure: name }, 'failed to compute a figure; keeping the previous one');
    await inTransaction(deps.db, (tx) =>
      enqueueJob(tx, 'discovery.refresh', { figure: name }, { afterMs: REFRESH_RETRY_MS }),
    );
  }
}

export async function refreshFigure<N extends FigureName>(deps: Deps, name: N): Promise<FigureData<N>> {
  const began = performance.now();
  const category = findFigureCategory(name);
  const data = await (
    category === undefined ? FIGURE_COMPUTATIONS[name as GlobalFigureName] : createCategoryComputation(category)
  )(deps.stale, deps);
  await upsertFigure(deps.db, { name, data, computedAt: deps.now(), tookMs: Math.ceil(performance.now() - began) });
  return data as FigureData<N>;
}

export const isFigureName = (name: string): name is FigureName =>
  Object.hasOwn(FIGURE_COMPUTATIONS, name) || findFigureCategory(name) !== undefined;

/**
 * Returns the category of precomputed facet counts, or undefined for any other name. Accepts only known categories,
 * because the counts of each one are stored.
 */
const findFigureCategory = (name: string) =>
  CREATOR_CATEGORIES.find((category) => name === getCategoryFacetsName(category));

export const getCategoryFacetsName = (category: string): CategoryFacets => `facets:${category}`;

/**
 * Number of URLs in one part of the site map. Leaves room for creators who join before the parts are computed again.
 */
const SITEMAP_PART_SIZE = 9_000;
const MAX_USERNAMES_PER_PART = 10_000;

async function computeSitemapParts(db: Db) {
  return { from: await listSitemapPartStarts(db, SITEMAP_PART_SIZE) };
}

export const countSitemapParts = async (deps: Deps): Promise<number> => (await getFigure(deps, 'parts')).from.length;

/** Lists the usernames in part `part` of the site map, counted from 0. Returns undefined if there is no such part. */
export async function findSitemapPart(deps: Deps, part: number): Promise<string[] | undefined> {
  const { from } = await getFigure(deps, 'parts');
  const first = from[part];
  if (first === undefined) return undefined;
  return listSitemapUsernames(deps.stale, { from: first, to: from[part + 1] ?? null, limit: MAX_USERNAMES_PER_PART });
}

async function computeGlobalFacets(db: Db, deps: Deps) {
  const { feeBps } = await getOperatorTerms(deps);
  return (await countFacets(db, UNFILTERED_SEARCH, FACET_NAMES, feeBps, Number.MAX_SAFE_INTEGER)) as Facets;
}

const createCategoryComputation = (category: string) => async (db: Db, deps: Deps) => {
  const { feeBps } = await getOperatorTerms(deps);
  const others = FACET_NAMES.filter((facet) => facet !== 'categories');
  return countFacets(db, { ...UNFILTERED_SEARCH, categories: [category] }, others, feeBps, Number.MAX_SAFE_INTEGER);
};

/**
 * Stores the words, package names and places used on the marketplace in `search_term`. Returns only their number as
 * the data of the figure `terms`.
 */
async function computeTerms(db: Db, deps: Deps) {
  const found = await listMarketTerms(db);
  await inTransaction(deps.db, (tx) => replaceSearchTerms(tx, found));
  return { terms: found.length };
}

const FEATURED_CREATORS = 9;

async function computeLanding(db: Db) {
  const [figures, categories, featured] = await Promise.all([
    sumMarketplace(db),
    countCreatorsByCategory(db),
    listFeaturedCreators(db, FEATURED_CREATORS),
  ]);
  return { ...figures, categories, featured: featured.map(toListedCreator) };
}

/** Returns the data of the landing page. The totals of packages include the current fee. */
export async function getLanding(deps: Deps) {
  const [{ featured, ...figures }, { feeBps }] = await Promise.all([
    getFigure(deps, 'landing'),
    getOperatorTerms(deps),
  ]);
  return { ...figures, featured: featured.map((item) => withQuote(item, feeBps)) };
}

/** Minimum number of packages for showing typical prices. */
const MIN_PACKAGES_FOR_PRICES = 5;

/**
 * Computes typical prices for the whole marketplace, by category and by number of followers. `typical` is null if
 * there are too few packages.
 */
async function computePrices(db: Db) {
  const [all, categories, followers] = await Promise.all([
    findPriceStatistics(db),
    listPricesByCategory(db),
    listPricesByFollowers(db, FOLLOWER_BANDS),
  ]);
  return {
    all: all ? toTypicalPrices(all) : null,
    categories: categories.map((each) => ({ category: each.category, ...toTypicalPrices(each) })),
    followers: followers.map((each) => ({
      from: FOLLOWER_BANDS[each.band] ?? 0,
      to: FOLLOWER_BANDS[each.band + 1] ?? null,
      ...toTypicalPrices(each),
    })),
  };
}

const toTypicalPrices = ({
  packages,
  quartiles: [lowCents, medianCents, highCents],
  minCents,
  maxCents,
  deliveryDays,
}: PriceStatistics) => ({
  packages,
  typical:
    packages < MIN_PACKAGES_FOR_PRICES ? null : { lowCents, medianCents, highCents, minCents, maxCents, deliveryDays },
});

/** A link to a topic page, with the number of creators. */
export interface TopicLink {
  slug: string;
  name: string;
  creators: number;
}

/** The content of a topic page, for example of a category or place. Prices are the creators', in cents. */
export interface TopicFigures {
  topic: Topic;
  creators: number;
  packages: number;
  typical: ReturnType<typeof toTypicalPrices>['typical'];
  /** Topic pages for this category on a single platform. */
  platforms: TopicLink[];
  /**
   * Related categories, by number of creators. On the page of a category, other categories that its creators also
   * have. On the page of a place, the categories of its creators.
   */
  categories: TopicLink[];
  places: TopicLink[];
}

const TOPIC_PREFIX = 'topic:';
/** Maximum number of related topics of each kind on a page. */
const MAX_RELATED_TOPICS = 8;

/**
 * Stores the content of each topic page as a separate row of precomputed data. The figure `topics` is the list of
 * these pages.
 */
async function computeTopics(db: Db, deps: Deps) {
  const began = performance.now();
  const [ofCategories, ofPlaces, pairs] = [
    await listCategoryTopics(db),
    await listLocationTopics(db),
    await listCategoryPairs(db),
  ];
  const inPlaces = await listCategoriesByLocation(
    db,
    ofPlaces.map(({ term }) => term),
  );
  // Categories that can no longer be chosen have no page. If two places have the same URL, the larger one gets the
  // page.
  const categories = ofCategories.flatMap((row) => {
    const category = findCategory(row.category);
    return category === undefined || row.platform !== null ? [] : [toTopicPage({ kind: 'category', category }, row)];
  });
  const platforms = ofCategories.flatMap((row) => {
    const category = findCategory(row.category);
    return category === undefined || row.platform === null
      ? []
      : [toTopicPage({ kind: 'platform', category, platform: row.platform }, row)];
  });
  const places = ofPlaces
    .map((row) => ({ term: row.term, ...toTopicPage({ kind: 'place', place: row.place }, row) }))
    .filter(({ slug }, at, all) => slug !== 'in/' && all.findIndex((each) => each.slug === slug) === at);

  const linkTo = (found: TopicPageFigures | undefined, creators: number): TopicLink[] =>
    found === undefined ? [] : [{ slug: found.slug, name: getTopicShortName(found.topic), creators }];
  const categoryOf = (name: string) => categories.find(({ topic }) => topic.category === name);
  const besides = (category: string) =>
    pairs.filter(({ of }) => of === category).flatMap(({ other, creators }) => linkTo(categoryOf(other), creators));
  const placesOf = (category: string) =>
    inPlaces
      .filter(({ other }) => other === category)
      .flatMap(({ of, creators }) =>
        linkTo(
          places.find(({ term }) => term === of),
          creators,
        ),
      );
  const onPlatforms = (category: string, without?: string) =>
    platforms
      .filter(({ topic }) => topic.category === category && topic.platform !== without)
      .flatMap((page) => linkTo(page, page.creators));
  const figures: (TopicPageFigures & Pick<TopicFigures, 'platforms' | 'categories' | 'places'>)[] = [
    ...categories.map((page) => ({
      ...page,
      platforms: onPlatforms(page.topic.category),
      categories: besides(page.topic.category).slice(0, MAX_RELATED_TOPICS),
      places: placesOf(page.topic.category).slice(0, MAX_RELATED_TOPICS),
    })),
    ...platforms.map((page) => ({
      ...page,
      platforms: onPlatforms(page.topic.category, page.topic.platform),
      categories: platforms
        .filter(({ topic }) => topic.platform === page.topic.platform && topic.category !== page.topic.category)
        .flatMap((other) => linkTo(other, other.creators))
        .slice(0, MAX_RELATED_TOPICS),
      places: [],
    })),
    ...places.map(({ term, ...page }) => ({
      ...page,
      platforms: [],
      categories: inPlaces
        .filter(({ of }) => of === term)
        .flatMap(({ other, creators }) => linkTo(categoryOf(other), creators))
        .slice(0, MAX_RELATED_TOPICS),
      places: places
        .filter((other) => other.term !== term)
        .flatMap((other) => linkTo(other, other.creators))
        .slice(0, MAX_RELATED_TOPICS),
    })),
  ];
  const kept = figures.map(({ slug, ...data }) => ({ name: slug, data }));
  const tookMs = Math.ceil(performance.now() - began);
  await inTransaction(deps.db, (tx) =>
    replaceFigures(tx, { prefix: TOPIC_PREFIX, figures: kept, computedAt: deps.now(), tookMs }),
  );
  const listOf = (pages: readonly TopicPageFigures[]) => pages.flatMap((page) => linkTo(page, page.creators));
  return { categories: listOf(categories), platforms: listOf(platforms), places: listOf(places) };
}

type TopicPageFigures<T extends Topic = Topic> = { slug: string; topic: T } & Pick<
  TopicFigures,
  'creators' | 'packages' | 'typical'
>;

const toTopicPage = <T extends Topic>(topic: T, row: PriceStatistics & { creators: number }): TopicPageFigures<T> => ({
  slug: getTopicSlug(topic),
  topic,
  creators: row.creators,
  ...toTypicalPrices(row),
});

const getTopicShortName = (topic: Topic): string =>
  topic.kind === 'place'
    ? topic.place
    : topic.kind === 'category'
      ? topic.category
      : `${topic.category} on ${PLATFORM_LABELS[topic.platform]}`;

/** Lists the topic pages of categories and places, largest first. */
export async function listTopics(deps: Deps) {
  const { categories, places } = await getFigure(deps, 'topics');
  return { categories, places };
}

/** Lists the topic pages that search engines may index, which have at least `MIN_LISTED_CREATORS` creators. */
export async function listTopicSlugs(deps: Deps): Promise<string[]> {
  const { categories, platforms, places } = await getFigure(deps, 'topics');
  return [...categories, ...platforms, ...places]
    .filter(({ creators }) => creators >= MIN_LISTED_CREATORS)
    .map(({ slug }) => slug);
}

/** Returns a topic page by its path after /creators/, or null if there is none. */
export async function findTopic(deps: Deps, slug: string): Promise<TopicFigures | null> {
  const name = TOPIC_PREFIX + slug;
  const kept = deps.env.TIMING.figuresMs === 0 ? undefined : await findFigure(deps.stale, name);
  if (kept !== undefined) {
    requestRefresh(deps, 'topics', kept);
    return kept.data as TopicFigures;
  }
  // If the topic pages were not computed yet, this computes them. They are then read from the primary, because a
  // standby may lag behind.
  await getFigure(deps, 'topics');
  return ((await findFigure(deps.db, name))?.data as TopicFigures | undefined) ?? null;
}
