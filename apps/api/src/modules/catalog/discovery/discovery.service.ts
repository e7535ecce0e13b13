import { toCents, findPriceWithin, computeQuote } from '@marquee/money';
import type { CreatorSearch, CreatorSearchInput } from '@marquee/validation';
import type { Deps } from '../../../core/deps.ts';
import type { Db } from '../../../db/schema.ts';
import { getAvailabilityByIds, computeAvailabilityByCreator } from '../availability/availability.service.ts';
import {
  getResponseStatsByCreator,
  getFollowerProofsByCreator,
  withFollowerProofDates,
  toDisplayedRating,
} from '../profiles/profiles.service.ts';
import { getOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import { findCorrectedWords } from './spelling.service.ts';
import {
  countCreators,
  findNewestArrival,
  findTextQuery,
  listArrivals,
  listCreators,
  listPackagesToCompare,
  type CreatorResultRow,
  type SearchCursor,
  type SearchCriteria,
  type CreatorWithPackage,
} from './discovery.sql.ts';

const SEARCH_PAGE_SIZE = 12;
/** Maximum number of search results that are counted. If there are more, pages show 'more than' this number. */
export const MAX_COUNTED_RESULTS = 1_000;

/**
 * Returns a page of the creators that match a search, each with their best matching package. The first page also
 * contains the number of results (`atLeast` means that there are more). Pages do not repeat or skip creators when
 * new ones are added. A cursor from a different sort order is ignored. Corrections of misspelled words are read from
 * `primary`.
 */
export async function searchCreators(deps: Deps, primary: Deps, input: CreatorSearchInput) {
  const { feeBps } = await getOperatorTerms(deps);
  const criteria = toSearchCriteria(input, feeBps, deps.now());
  const after = decodeSearchCursor(input.cursor, criteria.sort);
  const { rows, counted, spelling } =
    criteria.words === null
      ? await browseCreators(deps, criteria, after)
      : await searchWithCorrection(deps, primary, criteria, after, input.isAsTyped);
  const page = rows.slice(0, SEARCH_PAGE_SIZE);
  const last = page.at(-1);
  const availability = await computeAvailabilityByCreator(deps, page);
  const items = page.map((row) => ({
    ...toCardItem(withQuote(toListedCreator(row), feeBps)),
    /** Null if the creator has no settings and is always available. */
    availability: availability.get(row.id) ?? null,
  }));
  return {
    items: criteria.sort === 'match' && criteria.words === null ? items.toSorted(compareByDemerits) : items,
    total:
      counted === null
        ? null
        : { count: Math.min(counted, MAX_COUNTED_RESULTS), atLeast: counted > MAX_COUNTED_RESULTS },
    nextCursor: rows.length > SEARCH_PAGE_SIZE && last ? encodeSearchCursor(criteria.sort, last) : null,
    spelling,
  };
}

/** Within a page of “Best match” results, creators with a rating below this are listed last. */
const LOW_RATING = 3.5;

/**
 * Sorts one page of “Best match” results, with available creators first and low ratings last. Other creators stay in
 * the order of the list, which depends on completed bookings and ratings (`creator_listing.match_rank`). Only the
 * page is sorted this way, because availability depends on the current time and each creator's bookings, so it
 * cannot be indexed.
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
  /** Number of results of the whole search. Null except on the first page. */
  counted: number | null;
  /**
   * The corrected search text. `isShown` means that `rows` are the results of the corrected search, because the
   * original text has none.
   */
  spelling: { query: string; isShown: boolean } | null;
}

async function browseCreators(deps: Deps, search: SearchCriteria, after: SearchCursor | null): Promise<SearchPage> {
  const [{ rows }, countedTotal] = await Promise.all([
    listCreators(deps.db, search, 'all', after, SEARCH_PAGE_SIZE),
    after === null ? countCreators(deps.db, search, MAX_COUNTED_RESULTS) : null,
  ]);
  return { rows, counted: countedTotal, spelling: null };
}

/**
 * Runs a search with text. If the first page is not full, tries to correct misspelled words. If the original search
 * has no results, returns those of the corrected search. Otherwise, only suggests it. The cursor of a corrected
 * search has to be used with the corrected text.
 */
async function searchWithCorrection(
  deps: Deps,
  primary: Deps,
  criteria: SearchCriteria,
  after: SearchCursor | null,
  isAsTyped = false,
): Promise<SearchPage> {
  const matches = await searchByText(deps, criteria, after);
  if (isAsTyped || matches.counted === null || matches.counted >= SEARCH_PAGE_SIZE) return matches;
  const words = await findCorrectedWords(primary, criteria.words ?? []);
  if (words === null) return matches;
  const meant = { ...criteria, words, query: await findTextQuery(deps.db, words) };
  const query = words.join(' ');
  if (matches.counted === 0) {
    const instead = await searchByText(deps, meant, null);
    return instead.rows.length === 0 ? matches : { ...instead, spelling: { query, isShown: true } };
  }
  const isBetter = (await countCreators(deps.db, meant, MAX_COUNTED_RESULTS)) > matches.counted;
  return isBetter ? { ...matches, spelling: { query, isShown: false } } : matches;
}

/**
 * Runs a search with text, without spelling correction. If the results fill less than a page, includes creators with
 * similar names.
 */
async function searchByText(deps: Deps, criteria: SearchCriteria, after: SearchCursor | null): Promise<SearchPage> {
  const search = { ...criteria, query: await findTextQuery(deps.db, criteria.words ?? []) };
  const list = (matches: 'few' | 'many') => listCreators(deps.db, search, matches, after, SEARCH_PAGE_SIZE);
  // The query for “Best match” also returns the number of results, so no separate count is needed.
  const ranked = search.sort === 'match' ? await list('many') : null;
  const count = ranked?.total ?? (await countCreators(deps.db, search, MAX_COUNTED_RESULTS));
  const isFew = count < SEARCH_PAGE_SIZE;
  const { rows, total } = isFew ? await list('few') : (ranked ?? (await list('many')));
  const countedTotal = after === null ? (isFew ? (total ?? 0) : count) : null;
  return { rows, counted: countedTotal, spelling: null };
}

/**
 * Lists packages that became available after the arrival number `afterSeq` and match a saved search, for at most
 * `limit` creators, best match first. Each has the total that the brand would pay.
 */
export async function listNewMatches(
  { db, memory, now }: Pick<Deps, 'db' | 'memory' | 'now'>,
  input: CreatorSearch,
  since: Parameters<typeof listArrivals>[2],
) {
  const { feeBps } = await getOperatorTerms({ db, memory });
  const criteria = toSearchCriteria(input, feeBps, now());
  const search = criteria.words === null ? criteria : { ...criteria, query: await findTextQuery(db, criteria.words) };
  return (await listArrivals(db, search, since)).map((row) => withQuote(toListedCreator(row), feeBps));
}

export const getNewestArrival = (db: Db): Promise<number> => findNewestArrival(db);

const MAX_SEARCH_WORDS = 8;

/** Converts a search to the criteria of the SQL queries, except the text query, which `findTextQuery` adds. */
export function toSearchCriteria(input: CreatorSearch, feeBps: number, now: Date): SearchCriteria {
  // Normalize the text like the indexed documents: full-width characters and combining marks become plain letters.
  const text = (input.query ?? '').normalize('NFKC').trim();
  return {
    words: text === '' ? null : (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_SEARCH_WORDS),
    query: null,
    categories: toNonEmptyList(input.categories),
    platforms: toNonEmptyList(input.platforms),
    language: input.language ?? null,
    minFollowers: input.minFollowers ?? null,
    maxFollowers: input.maxFollowers ?? null,
    // A budget is the brand's total, including the fee. The lowest price for a minimum budget is one cent above the
    // highest price whose total is below that budget.
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

const MAX_CARD_PICTURES = 3;

/**
 * Removes fields that cards in long lists do not show. Each removed field counts twice, because a page contains each
 * card both as HTML and as JSON.
 */
function toCardItem<T extends ReturnType<typeof toListedCreator>>({ pictures, platforms, package: offer, ...item }: T) {
  const { features: _, ...pack } = offer as T['package'];
  return {
    ...item,
    pictures: pictures.slice(0, MAX_CARD_PICTURES).map(({ url, width }) => ({ url, width })),
    platforms: platforms.map(({ platform, followers }) => ({ platform, followers })),
    package: pack,
  };
}

/** Returns packages for a comparison in the order of `ids`. Leaves out packages that are not for sale. */
export async function comparePackages(deps: Deps, ids: readonly string[]) {
  const { feeBps } = await getOperatorTerms(deps);
  const items = (await listPackagesToCompare(deps.db, [...new Set(ids)])).map((row) =>
    withQuote(toListedCreator(row), feeBps),
  );
  if (items.length === 0) return [];
  const creatorIds = [...new Set(items.map(({ id }) => id))];
  const [clocks, proofs, availability] = await Promise.all([
    getResponseStatsByCreator(deps, creatorIds),
    getFollowerProofsByCreator(deps, creatorIds),
    getAvailabilityByIds(deps, creatorIds),
  ]);
  return items.map((item) => ({
    ...withFollowerProofDates({ ...item, proofs: proofs.get(item.id) ?? [] }, deps.now()),
    clock: clocks.get(item.id) ?? null,
    availability: availability.get(item.id) ?? null,
  }));
}

/** Converts a creator with a package to a list item. It contains no email address. */
export function toListedCreator({ card, offer, completedBookings }: CreatorWithPackage) {
  const { packageId, packageName, priceCents, deliveryDays, features, isPopular, pricesVary = false } = offer;
  const { ratingTenths, ...rest } = card;
  return {
    ...rest,
    completedBookings,
    rating: toDisplayedRating(ratingTenths),
    package: { id: packageId, name: packageName, deliveryDays, features, isPopular, priceCents, pricesVary },
  };
}

/** Adds the fee and the brand's total. */
export const withQuote = <P extends { priceCents: number }, T extends { package: P }>(item: T, feeBps: number) => ({
  ...item,
  package: { ...item.package, ...computeQuote(toCents(item.package.priceCents), feeBps) },
});
