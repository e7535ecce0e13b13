/** Provides the content of topic pages, such as those of a category or place. */
import { findCategory, MIN_LISTED_CREATORS, getTopicSlug, type Topic } from '@marquee/validation';
import { PLATFORM_LABELS } from '@marquee/contracts';
import type { Deps } from '../../../core/deps.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import type { PriceStatistics } from './prices.sql.ts';
import { findFigure, getFigure, replaceFigures, requestRefresh } from '../figures/figures.service.ts';
import { listCategoriesByLocation, listCategoryPairs, listCategoryTopics, listLocationTopics } from './topics.sql.ts';
import { toTypicalPrices } from './prices.service.ts';

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

  const linkTo = (topic: TopicPageFigures | undefined, creators: number): TopicLink[] =>
    topic === undefined ? [] : [{ slug: topic.slug, name: getTopicShortName(topic.topic), creators }];
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
  await inTransaction(deps, (tx) =>
    replaceFigures(tx.db, { prefix: TOPIC_PREFIX, figures: kept, computedAt: deps.now(), tookMs }),
  );
  const listOf = (pages: readonly TopicPageFigures[]) => pages.flatMap((page) => linkTo(page, page.creators));
  return { categories: listOf(categories), platforms: listOf(platforms), places: listOf(places) };
}

export const TOPICS = { name: 'topics', compute: computeTopics };

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
  const { categories, places } = await getFigure(deps, TOPICS);
  return { categories, places };
}

/** Lists the topic pages that search engines may index, which have at least `MIN_LISTED_CREATORS` creators. */
export async function listTopicSlugs(deps: Deps): Promise<string[]> {
  const { categories, platforms, places } = await getFigure(deps, TOPICS);
  return [...categories, ...platforms, ...places]
    .filter(({ creators }) => creators >= MIN_LISTED_CREATORS)
    .map(({ slug }) => slug);
}

/** Returns a topic page by its path after /creators/, or null if there is none. */
export async function findTopic(deps: Deps, slug: string): Promise<TopicFigures | null> {
  const name = TOPIC_PREFIX + slug;
  const kept = deps.env.TIMING.figuresMs === 0 ? undefined : await findFigure(deps.stale, name);
  if (kept !== undefined) {
    requestRefresh(deps, TOPICS.name, kept);
    return kept.data as TopicFigures;
  }
  // If the topic pages were not computed yet, this computes them. They are then read from the primary, because a
  // standby may lag behind.
  await getFigure(deps, TOPICS);
  return ((await findFigure(deps.db, name))?.data as TopicFigures | undefined) ?? null;
}
