import { toCents, findPriceWithin, computeQuote } from '@marquee/money';
import type { CreatorSearch, CreatorSearchInput } from '@marquee/validation';
import type { Ctx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import type { Db } from '../../db/schema.ts';
import { getAvailabilityByIds, computeAvailabilityByCreator } from '../availability/availability.service.ts';
import { clocksOf, proofsOf, shownRating, withEvidence } from '../profiles/profiles.service.ts';
import { shownTerms } from '../operator-terms/operator-terms.service.ts';
import { findCorrectedWords } from './spelling.service.ts';
import {
  countCreators,
  findNewestArrival,
  findTextQuery,
  listArrivals,
  listCreators,
  listPackagesToCompare,
  type CreatorWithPackage,
  type CreatorResultRow,
  type SearchCursor,
  type SearchCriteria,
} from './discovery.sql.ts';

const SEARCH_PAGE_SIZE = 24;
/** Up to here results are counted; above it is 'more than'. */
export const MAX_COUNTED_RESULTS = 1_000;

/**
 * One page of the creators that a search finds, each with the package that fits it best, and on the first page how many
 * there are (`atLeast`: there are more than were counted). A page never repeats or skips one because of those that were
 * added meanwhile. A cursor that is not one of this order starts at the beginning.
 */
export async function searchCreators(ctx: Ctx, input: CreatorSearchInput) {
  const { feeBps } = await shownTerms(ctx);
  const asked = toSearchCriteria(input, feeBps, ctx.now());
  const after = decodeSearchCursor(input.cursor, asked.sort);
  const { rows, counted, spelling } =
    asked.words === null
      ? await browseCreators(ctx, asked, after)
      : await searchWithCorrection(ctx, asked, after, input.isAsTyped);
  const page = rows.slice(0, SEARCH_PAGE_SIZE);
  const last = page.at(-1);
  const availability = await computeAvailabilityByCreator(ctx, page);
  const items = page.map((found) => ({
    ...toCardItem(withQuote(toListedCreator(found), feeBps)),
    /** Null: has set nothing, and can always be booked. */
    availability: availability.get(found.id) ?? null,
  }));
  return {
    items: asked.sort === 'match' && asked.words === null ? items.toSorted(compareByDemerits) : items,
    total:
      counted === null
        ? null
        : { count: Math.min(counted, MAX_COUNTED_RESULTS), atLeast: counted > MAX_COUNTED_RESULTS },
    nextCursor: rows.length > SEARCH_PAGE_SIZE && last ? encodeSearchCursor(asked.sort, last) : null,
    spelling,
  };
}

/** On a page of “Best match”, creators below this rating come after the others. */
const LOW_RATING = 3.5;

/**
 * Orders the creators of one page of “Best match”: those who can be booked now come first, and those with low ratings
 * last. Creators who are alike in that keep the order of the whole list, which counts completed bookings and ratings
 * (`creator_listing.match_rank`). Only the page is put in order, because availability depends on the current time and
 * on the bookings of every creator, so no index can have it.
 */
const compareByDemerits = (one: RankableCreator, other: RankableCreator): number =>
  countDemerits(one) - countDemerits(other);

interface RankableCreator {
  availability: { state: 'free' | 'full' | 'away' } | null;
  rating: number;
  reviewCount: number;
}

const countDemerits = ({ availability, rating, reviewCount }: RankableCreator): number =>
  (availability !== null && availability.state !== 'free' ? 2 : 0) + (reviewCount > 0 && rating < LOW_RATING ? 1 : 0);

interface SearchPage {
  rows: CreatorResultRow[];
  /** On the first page: how many there are. */
  counted: number | null;
  /** What somebody may have meant to type; `isShown`: it is what was found, since the text itself finds nobody. */
  spelling: { query: string; isShown: boolean } | null;
}

/** Without text: the page, and on the first one how many there are. */
async function browseCreators(ctx: Ctx, search: SearchCriteria, after: SearchCursor | null): Promise<SearchPage> {
  const [{ rows }, counted] = await Promise.all([
    listCreators(ctx.db, search, 'all', after, SEARCH_PAGE_SIZE),
    after === null ? countCreators(ctx.db, search, MAX_COUNTED_RESULTS) : null,
  ]);
  return { rows, counted, spelling: null };
}

/**
 * With text. Where its first page finds few, words that nobody uses are taken for mistakes: of nobody found the
 * corrected search is shown instead, of some it is only named. Further pages of a corrected search are asked for by its
 * words.
 */
async function searchWithCorrection(
  ctx: Ctx,
  asked: SearchCriteria,
  after: SearchCursor | null,
  isAsTyped = false,
): Promise<SearchPage> {
  const found = await searchByText(ctx, asked, after);
  if (isAsTyped || found.counted === null || found.counted >= SEARCH_PAGE_SIZE) return found;
  const words = await findCorrectedWords(ctx.db, asked.words ?? []);
  if (words === null) return found;
  const meant = { ...asked, words, query: await findTextQuery(ctx.db, words) };
  const query = words.join(' ');
  if (found.counted === 0) {
    const instead = await searchByText(ctx, meant, null);
    return instead.rows.length === 0 ? found : { ...instead, spelling: { query, isShown: true } };
  }
  const isBetter = (await countCreators(ctx.db, meant, MAX_COUNTED_RESULTS)) > found.counted;
  return isBetter ? { ...found, spelling: { query, isShown: false } } : found;
}

/** With text: when its words find less than a page, names that are nearly it are found as well. */
async function searchByText(ctx: Ctx, asked: SearchCriteria, after: SearchCursor | null): Promise<SearchPage> {
  const search = { ...asked, query: await findTextQuery(ctx.db, asked.words ?? []) };
  const list = (matches: 'few' | 'many') => listCreators(ctx.db, search, matches, after, SEARCH_PAGE_SIZE);
  // Whatever is ranked is counted with it.
  const ranked = search.sort === 'match' ? await list('many') : null;
  const count = ranked?.total ?? (await countCreators(ctx.db, search, MAX_COUNTED_RESULTS));
  const isFew = count < SEARCH_PAGE_SIZE;
  const { rows, total } = isFew ? await list('few') : (ranked ?? (await list('many')));
  const counted = after === null ? (isFew ? (total ?? 0) : count) : null;
  return { rows, counted, spelling: null };
}

/**
 * What has come up for sale since a look (`afterSeq`) and fits a saved search, at most `limit` creators, the most
 * proven first; each with what a brand pays for the package that is new.
 */
export async function listNewMatches(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  input: CreatorSearch,
  since: Parameters<typeof listArrivals>[2],
) {
  const { feeBps } = await shownTerms({ db, env });
  const asked = toSearchCriteria(input, feeBps, now());
  const search = asked.words === null ? asked : { ...asked, query: await findTextQuery(db, asked.words) };
  return (await listArrivals(db, search, since)).map((found) => withQuote(toListedCreator(found), feeBps));
}

/** How far arrivals are now: what comes later is after this number. */
export const getNewestArrival = (db: Db): Promise<number> => findNewestArrival(db);

const MAX_SEARCH_WORDS = 8;

/** A search as the database takes it; what text means is looked up by `findTextQuery`. */
export function toSearchCriteria(input: CreatorSearch, feeBps: number, now: Date): SearchCriteria {
  // As documents are: signs of full width and marks of their own become the usual letters.
  const text = (input.query ?? '').normalize('NFKC').trim();
  return {
    words: text === '' ? null : (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_SEARCH_WORDS),
    query: null,
    categories: toNonEmptyList(input.categories),
    platforms: toNonEmptyList(input.platforms),
    language: input.language ?? null,
    minFollowers: input.minFollowers ?? null,
    maxFollowers: input.maxFollowers ?? null,
    // A budget is what the brand pays: price and fee. The lowest
    // price whose total reaches it is one above the highest below it.
    minPriceCents:
      input.minBudget === undefined || input.minBudget === 0
        ? null
        : findPriceWithin(toCents(input.minBudget * 100 - 1), feeBps) + 1,
    maxPriceCents: input.maxBudget === undefined ? null : findPriceWithin(toCents(input.maxBudget * 100), feeBps),
    maxDays: input.maxDays ?? null,
    startsBy: input.startsBy === undefined ? null : { day: input.startsBy, now },
    minTenths: input.minRating === undefined ? null : Math.round(input.minRating * 10),
    location: (input.place ?? '').trim() === '' ? null : (input.place ?? ''),
    sort: input.sort ?? 'match',
  };
}

const toNonEmptyList = <T>(list: readonly T[] | undefined) => (list === undefined || list.length === 0 ? null : list);

const encodeSearchCursor = (sort: SearchCriteria['sort'], { first, second, id }: SearchCursor) =>
  Buffer.from(`${sort}:${first}:${second}:${id}`).toString('base64url');

const SEARCH_CURSOR_PATTERN =
  /^([a-z_]+):(-?\d{1,15}):(\d{1,15}):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

function decodeSearchCursor(cursor: string | undefined, sort: SearchCriteria['sort']): SearchCursor | null {
  const [, ofSort, first, second, id = ''] =
    SEARCH_CURSOR_PATTERN.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? [];
  return ofSort === sort ? { first: Number(first), second: Number(second), id } : null;
}

/** How a list shows a creator with a package; no e-mail is in it. */
export function toListedCreator({ card, offer, completedBookings }: CreatorWithPackage) {
  const { packageId, packageName, priceCents, deliveryDays, features, isPopular, pricesVary = false } = offer;
  const { ratingTenths, ...rest } = card;
  return {
    ...rest,
    completedBookings,
    rating: shownRating(ratingTenths),
    package: { id: packageId, name: packageName, deliveryDays, features, isPopular, priceCents, pricesVary },
  };
}

/** So many pictures a card has place for. */
const MAX_CARD_PICTURES = 3;

/** Without what no card of a long list shows: a page carries each of them twice, as markup and as data. */
function toCardItem<T extends ReturnType<typeof toListedCreator>>({ pictures, platforms, package: offer, ...item }: T) {
  const { features: _, ...pack } = offer as T['package'];
  return {
    ...item,
    pictures: pictures.slice(0, MAX_CARD_PICTURES).map(({ url, width }) => ({ url, width })),
    platforms: platforms.map(({ platform, followers }) => ({ platform, followers })),
    package: pack,
  };
}

/** The same with what the brand would pay. */
export const withQuote = <P extends { priceCents: number }, T extends { package: P }>(item: T, feeBps: number) => ({
  ...item,
  package: { ...item.package, ...computeQuote(toCents(item.package.priceCents), feeBps) },
});

/** Packages to put side by side, in the order asked for. Those that are gone or inactive are left out. */
export async function comparePackages(ctx: Ctx, ids: readonly string[]) {
  const { feeBps } = await shownTerms(ctx);
  const items = (await listPackagesToCompare(ctx.db, [...new Set(ids)])).map((found) =>
    withQuote(toListedCreator(found), feeBps),
  );
  if (items.length === 0) return [];
  const creatorIds = [...new Set(items.map(({ id }) => id))];
  const [clocks, proofs, availability] = await Promise.all([
    clocksOf(ctx, creatorIds),
    proofsOf(ctx, creatorIds),
    getAvailabilityByIds(ctx, creatorIds),
  ]);
  return items.map((item) => ({
    ...withEvidence({ ...item, proofs: proofs.get(item.id) ?? [] }, ctx.now()),
    clock: clocks.get(item.id) ?? null,
    availability: availability.get(item.id) ?? null,
  }));
}
