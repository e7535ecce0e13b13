/**
 * Figures about the whole marketplace. They cost more the larger it is, so they are computed by a job and read from a
 * row: one that is older than it may be is shown once more, and computed again meanwhile.
 */
import {
  CATEGORIES,
  categoryNamed,
  FOLLOWER_BANDS,
  MIN_LISTED_CREATORS,
  PLATFORMS,
  topicSlugOf,
  type Topic,
} from '@marquee/validation';
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
  listPartsOfListing,
  listPricesByCategory,
  listPricesByFollowers,
  listUsernames,
  sumMarketplace,
  type Prices,
} from './discovery.sql.ts';
import { countFacets, EVERYBODY, FACETS, type Facets } from './facet-counts.service.ts';
import { findFigure, saveFigure, updateFigures } from './figures.sql.ts';
import { listTermsOfMarket, updateTerms } from './suggestions.sql.ts';
import { listCategoriesOfPlaces, listCategoryPairs, listCategoryTopics, listPlaceTopics } from './topics.sql.ts';

const COMPUTE = { landing, prices, parts, facets, terms, topics } satisfies Record<
  string,
  (db: Db, deps: Deps) => Promise<object>
>;
/** What each value of each other filter finds in one category: the search that is made most, and one of many rows. */
export type CategoryFacets = `facets:${string}`;
type Whole = keyof typeof COMPUTE;
export type FigureName = Whole | CategoryFacets;
type Figure<N extends FigureName> = N extends Whole ? Awaited<ReturnType<(typeof COMPUTE)[N]>> : Partial<Facets>;

/** Computing takes at most this part of the time: what takes 20 ms is as old as 5 s, what takes 2 s as old as 200 s. */
const SHARE = 100;

/** A figure, at most a little older than `TIMING.figuresMs`, or than a hundred times what it takes to compute. */
export async function figureOf<N extends FigureName>(deps: Deps, name: N): Promise<Figure<N>> {
  const { figuresMs } = deps.env.TIMING;
  const kept = figuresMs === 0 ? undefined : await findFigure(deps.stale, name);
  if (kept === undefined) return refresh(deps, name);
  refreshLater(deps, name, kept);
  return kept.data as Figure<N>;
}

/** What is being asked for, by database. */
const asking = new WeakMap<Deps['pool'], Set<FigureName>>();
/** Each takes a connection of the pool for as long as somebody else holds the row of its job. */
const MOST_ASKING = 2;

/**
 * Has a figure computed again where what is kept of it is too old. Nobody waits for the job to be written: who reads
 * what is kept has nothing to do with whoever holds its row. What is not asked for now is with the next read.
 */
function refreshLater(deps: Deps, name: FigureName, kept: { computedAt: Date; tookMs: number }): void {
  if (!isTooOld(deps, kept)) return;
  const names = asking.get(deps.pool) ?? new Set();
  asking.set(deps.pool, names);
  if (names.has(name) || names.size >= MOST_ASKING) return;
  names.add(name);
  inTransaction(deps.db, (tx) => enqueue(tx, 'discovery.refresh', { figure: name }, { isKept: true }))
    .catch((cause: unknown) => deps.log.warn({ err: cause, figure: name }, 'a figure was not asked for again'))
    .finally(() => names.delete(name));
}

function isTooOld(deps: Deps, { computedAt, tookMs }: { computedAt: Date; tookMs: number }): boolean {
  const age = deps.now().getTime() - computedAt.getTime();
  return age < 0 || age > Math.max(deps.env.TIMING.figuresMs, tookMs * SHARE);
}

/** After this long what failed is tried again: readers ask all the time, and each try may cost what a statement may. */
const AGAIN_MS = 60_000;

/**
 * Computes a figure that was asked for, unless that was done since: while it is computed readers ask for it again. When
 * it fails the last one stays, whoever runs this is told, and it is tried again later, however often it is read.
 */
export async function refreshAsked(deps: Deps, name: FigureName): Promise<void> {
  const kept = await findFigure(deps.db, name);
  if (kept !== undefined && !isTooOld(deps, kept)) return;
  try {
    await refresh(deps, name);
  } catch (error) {
    deps.log.error({ err: error, figure: name }, 'a figure could not be computed, the last one stays');
    await inTransaction(deps.db, (tx) => enqueue(tx, 'discovery.refresh', { figure: name }, { afterMs: AGAIN_MS }));
  }
}

/** Computes a figure and keeps it. */
export async function refresh<N extends FigureName>(deps: Deps, name: N): Promise<Figure<N>> {
  const began = performance.now();
  const category = categoryOf(name);
  const data = await (category === undefined ? COMPUTE[name as Whole] : facetsIn(category))(deps.stale, deps);
  await saveFigure(deps.db, { name, data, computedAt: deps.now(), tookMs: Math.ceil(performance.now() - began) });
  return data as Figure<N>;
}

export const isFigure = (name: string): name is FigureName =>
  Object.hasOwn(COMPUTE, name) || categoryOf(name) !== undefined;

/** The category that a figure is of: one of ours, since each is kept. */
const categoryOf = (name: string) => CATEGORIES.find((category) => name === facetsName(category));

export const facetsName = (category: string): CategoryFacets => `facets:${category}`;

/** Addresses of one part of the site map, with room for those that come before its beginnings are counted again. */
const PART = 9_000;
const MOST_IN_PART = 10_000;

/** Where the parts of the site map begin: the id of the first creator of each. */
async function parts(db: Db) {
  return { from: await listPartsOfListing(db, PART) };
}

/** How many parts the creators who offer something make in the site map. */
export const countSitemapParts = async (deps: Deps): Promise<number> => (await figureOf(deps, 'parts')).from.length;

/** The usernames of one part of the site map, the first is 0; undefined where there is none. */
export async function findSitemapPart(deps: Deps, part: number): Promise<string[] | undefined> {
  const { from } = await figureOf(deps, 'parts');
  const first = from[part];
  if (first === undefined) return undefined;
  return listUsernames(deps.stale, { from: first, to: from[part + 1] ?? null, limit: MOST_IN_PART });
}

/** What each value of each filter finds where nothing else is asked for. */
async function facets(db: Db, deps: Deps) {
  const { feeBps } = await shownTerms(deps);
  return (await countFacets(db, EVERYBODY, FACETS, feeBps, Number.MAX_SAFE_INTEGER)) as Facets;
}

const facetsIn = (category: string) => async (db: Db, deps: Deps) => {
  const { feeBps } = await shownTerms(deps);
  const others = FACETS.filter((facet) => facet !== 'categories');
  return countFacets(db, { ...EVERYBODY, categories: [category] }, others, feeBps, Number.MAX_SAFE_INTEGER);
};

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

/** A page about a part of the market that is named on another one. */
export interface TopicLink {
  slug: string;
  name: string;
  creators: number;
}

/** What a page about a part of the market shows besides its creators. Prices are the creators', in cents. */
export interface TopicFigures {
  topic: Topic;
  creators: number;
  packages: number;
  typical: ReturnType<typeof typicalOf>['typical'];
  /** Of a category: the platforms that it has a page for. */
  platforms: TopicLink[];
  /** Categories whose creators name this one as well, or who are in this place; the most first. */
  categories: TopicLink[];
  places: TopicLink[];
}

const TOPIC = 'topic:';
/** Neighbours of one kind on one page. */
const NEIGHBOURS = 8;

/** Keeps the figures of every page about a part of the market, each under its own name; the figure is their list. */
async function topics(db: Db, deps: Deps) {
  const began = performance.now();
  const [ofCategories, ofPlaces, pairs] = [
    await listCategoryTopics(db),
    await listPlaceTopics(db),
    await listCategoryPairs(db),
  ];
  const inPlaces = await listCategoriesOfPlaces(
    db,
    ofPlaces.map(({ term }) => term),
  );
  // A category that is no longer offered to choose has no page; of two places with one address the larger one has it.
  const categories = ofCategories.flatMap((row) => {
    const category = categoryNamed(row.category);
    return category === undefined || row.platform !== null ? [] : [pageOf({ kind: 'category', category }, row)];
  });
  const platforms = ofCategories.flatMap((row) => {
    const category = categoryNamed(row.category);
    return category === undefined || row.platform === null
      ? []
      : [pageOf({ kind: 'platform', category, platform: row.platform }, row)];
  });
  const places = ofPlaces
    .map((row) => ({ term: row.term, ...pageOf({ kind: 'place', place: row.place }, row) }))
    .filter(({ slug }, at, all) => slug !== 'in/' && all.findIndex((each) => each.slug === slug) === at);

  const linkTo = (found: Page | undefined, creators: number): TopicLink[] =>
    found === undefined ? [] : [{ slug: found.slug, name: shortName(found.topic), creators }];
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
  const figures: (Page & Pick<TopicFigures, 'platforms' | 'categories' | 'places'>)[] = [
    ...categories.map((page) => ({
      ...page,
      platforms: onPlatforms(page.topic.category),
      categories: besides(page.topic.category).slice(0, NEIGHBOURS),
      places: placesOf(page.topic.category).slice(0, NEIGHBOURS),
    })),
    ...platforms.map((page) => ({
      ...page,
      platforms: onPlatforms(page.topic.category, page.topic.platform),
      categories: platforms
        .filter(({ topic }) => topic.platform === page.topic.platform && topic.category !== page.topic.category)
        .flatMap((other) => linkTo(other, other.creators))
        .slice(0, NEIGHBOURS),
      places: [],
    })),
    ...places.map(({ term, ...page }) => ({
      ...page,
      platforms: [],
      categories: inPlaces
        .filter(({ of }) => of === term)
        .flatMap(({ other, creators }) => linkTo(categoryOf(other), creators))
        .slice(0, NEIGHBOURS),
      places: places
        .filter((other) => other.term !== term)
        .flatMap((other) => linkTo(other, other.creators))
        .slice(0, NEIGHBOURS),
    })),
  ];
  const kept = figures.map(({ slug, ...data }) => ({ name: slug, data }));
  const tookMs = Math.ceil(performance.now() - began);
  await inTransaction(deps.db, (tx) =>
    updateFigures(tx, { prefix: TOPIC, figures: kept, computedAt: deps.now(), tookMs }),
  );
  const listOf = (pages: readonly Page[]) => pages.flatMap((page) => linkTo(page, page.creators));
  return { categories: listOf(categories), platforms: listOf(platforms), places: listOf(places) };
}

type Page<T extends Topic = Topic> = { slug: string; topic: T } & Pick<
  TopicFigures,
  'creators' | 'packages' | 'typical'
>;

const pageOf = <T extends Topic>(topic: T, row: Prices & { creators: number }): Page<T> => ({
  slug: topicSlugOf(topic),
  topic,
  creators: row.creators,
  ...typicalOf(row),
});

/** How other pages name it. */
const shortName = (topic: Topic): string =>
  topic.kind === 'place'
    ? topic.place
    : topic.kind === 'category'
      ? topic.category
      : `${topic.category} on ${PLATFORMS[topic.platform]}`;

/** The categories and places that have a page, the largest first. */
export async function listTopics(deps: Deps) {
  const { categories, places } = await figureOf(deps, 'topics');
  return { categories, places };
}

/** What search engines should know of them: those with enough creators to be worth a visit. */
export async function listTopicSlugs(deps: Deps): Promise<string[]> {
  const { categories, platforms, places } = await figureOf(deps, 'topics');
  return [...categories, ...platforms, ...places]
    .filter(({ creators }) => creators >= MIN_LISTED_CREATORS)
    .map(({ slug }) => slug);
}

/** A page about a part of the market by its address behind /creators/; null where there is none. */
export async function findTopic(deps: Deps, slug: string): Promise<TopicFigures | null> {
  const name = TOPIC + slug;
  const kept = deps.env.TIMING.figuresMs === 0 ? undefined : await findFigure(deps.stale, name);
  if (kept !== undefined) {
    refreshLater(deps, 'topics', kept);
    return kept.data as TopicFigures;
  }
  // Computes them where that was never done; a standby may not have them yet.
  await figureOf(deps, 'topics');
  return ((await findFigure(deps.db, name))?.data as TopicFigures | undefined) ?? null;
}
