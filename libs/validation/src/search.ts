/**
 * Defines a search for creators, and its encoding in the URL of the search page. Does not import zod, so that pages
 * can import this file without loading zod.
 */
import { computeQuote, MAX_FEE_BPS, MAX_PRICE_CENTS } from '@marquee/money';
import {
  CREATOR_CATEGORIES,
  LANGUAGES,
  PLATFORM_NAMES,
  type Category,
  type Language,
  type Platform,
} from '@marquee/contracts';
import { isCalendarDay } from '@marquee/time';
import { LIMITS } from './limits.ts';

/**
 * The sort orders. `match` lists the best text matches first. Without a search text, it lists the creators with the
 * most completed bookings first.
 */
export const SORT_LABELS = {
  match: 'Best match',
  newest: 'Newest creators',
  price_low: 'Price: low to high',
  price_high: 'Price: high to low',
  delivery: 'Fastest delivery',
  followers: 'Most followers',
  rating: 'Best rated',
} as const;
export type SortName = keyof typeof SORT_LABELS;
export const SORT_NAMES = Object.keys(SORT_LABELS) as [SortName, ...SortName[]];

export const MAX_COMPARED_PACKAGES = 4;
/** The highest accepted follower count. No creator has that many followers, even on all platforms together. */
export const MAX_FOLLOWERS = 100_000_000_000;
/** The highest budget, which is the total of the most expensive package with the highest fee, in whole dollars. */
export const MAX_BUDGET_DOLLARS = computeQuote(MAX_PRICE_CENTS, MAX_FEE_BPS).totalCents / 100;
/**
 * Maximum number of pages of results that a URL can request at once. The limit is low, because they are loaded one
 * after another.
 */
export const MAX_PAGES = 40;
/** Highest page number in a URL. The number is only displayed, and the cursor determines the content. */
export const MAX_PAGE_NUMBER = 100_000;
export const MAX_CURSOR = 200;
const CURSOR_PATTERN = new RegExp(`^[\\w-]{1,${MAX_CURSOR}}$`);

/** The lower bounds of the follower ranges in price comparisons and filters. */
export const FOLLOWER_BANDS = [0, 1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000] as const;

/**
 * The choices for the maximum budget in the filters, in whole dollars. The server counts the results of each choice.
 */
export const BUDGET_STEPS = [100, 250, 500, 1_000, 2_500] as const;
/** The choices for the delivery time in the filters, in days. The server counts the results of each choice. */
export const DELIVERY_STEPS = [1, 3, 5, 7, 14, 30] as const;

/**
 * The choices for minimum rating in the filters. One star includes every creator with a review. The server counts
 * the results of each choice.
 */
export const RATING_STEPS = [1, 3, 4, 4.5] as const;
export type RatingStep = (typeof RATING_STEPS)[number];

/** A search for creators. Fields that are missing do not filter the results. */
export interface CreatorSearch {
  query?: string | undefined;
  categories?: Category[] | undefined;
  platforms?: Platform[] | undefined;
  language?: Language | undefined;
  minFollowers?: number | undefined;
  maxFollowers?: number | undefined;
  /** Minimum total that the brand pays including the fee, in whole dollars. */
  minBudget?: number | undefined;
  maxBudget?: number | undefined;
  maxDays?: number | undefined;
  /** The latest acceptable start of work that is ordered now ('2026-12-24'). */
  startsBy?: string | undefined;
  /** Minimum average rating in stars, compared with the displayed average. */
  minRating?: RatingStep | undefined;
  /** A town or country, compared with creators' locations without regard to case, accents and spaces. */
  place?: string | undefined;
  /** Searches for the text as typed, without correcting apparent typos. */
  isAsTyped?: true | undefined;
  sort?: SortName | undefined;
}

/**
 * The state of the search page. `start` is the position of the first result, with its page number and cursor.
 * `pages` is the number of pages to display. `compare` lists the packages chosen for comparison.
 */
export interface FindState {
  search: CreatorSearch;
  start: { page: number; after: string } | null;
  pages: number;
  compare: string[];
}

export const FIND_PARAM_NAMES = [
  'q',
  'category',
  'platform',
  'language',
  'minFollowers',
  'maxFollowers',
  'min',
  'max',
  'days',
  'by',
  'rating',
  'place',
  'exact',
  'sort',
  'page',
  'after',
  'pages',
  'compare',
] as const;
type FindParameter = (typeof FIND_PARAM_NAMES)[number];

/** The part of `URLSearchParams` that this file uses. */
interface ParamReader {
  get: (name: FindParameter) => string | null;
}

/**
 * Parses the state from a URL. Ignores invalid parameters, so that an old or mistyped link still leads to results.
 */
export function parseFindParams(params: ParamReader): FindState {
  const query = parseText(params.get('q'), LIMITS.search);
  const place = parseText(params.get('place'), LIMITS.location);
  const sort = parseOneOf(SORT_NAMES, params.get('sort'));
  const search: CreatorSearch = {
    query: query === '' ? undefined : query,
    categories: parseSomeOf(CREATOR_CATEGORIES, params.get('category')),
    platforms: parseSomeOf(PLATFORM_NAMES, params.get('platform')),
    language: parseOneOf(LANGUAGES, params.get('language')),
    minFollowers: parseWholeNumber(params.get('minFollowers'), 1, MAX_FOLLOWERS),
    maxFollowers: parseWholeNumber(params.get('maxFollowers'), 0, MAX_FOLLOWERS),
    minBudget: parseWholeNumber(params.get('min'), 1, MAX_BUDGET_DOLLARS),
    maxBudget: parseWholeNumber(params.get('max'), 1, MAX_BUDGET_DOLLARS),
    maxDays: parseWholeNumber(params.get('days'), 1, 365),
    startsBy: isCalendarDay(params.get('by') ?? '') ? (params.get('by') ?? '') : undefined,
    minRating: RATING_STEPS.find((step) => String(step) === params.get('rating')),
    place: place === '' ? undefined : place,
    isAsTyped: query !== '' && params.get('exact') === '1' ? true : undefined,
    sort: sort === 'match' ? undefined : sort,
  };
  const page = parseWholeNumber(params.get('page'), 2, MAX_PAGE_NUMBER);
  const after = params.get('after') ?? '';
  return {
    search: Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)),
    start: page !== undefined && CURSOR_PATTERN.test(after) ? { page, after } : null,
    pages: parseWholeNumber(params.get('pages'), 1, MAX_PAGES) ?? 1,
    compare: parsePackageIds(params.get('compare')),
  };
}

/**
 * Returns the query parameters for a state in a fixed order, without default values, so that equal states have equal
 * URLs.
 */
export function toFindParams({
  search,
  start = null,
  pages = 1,
  compare = [],
}: {
  search: CreatorSearch;
  start?: FindState['start'];
  pages?: number;
  compare?: readonly string[];
}): Record<string, string> {
  const given: Record<FindParameter, string | number | undefined> = {
    q: search.query,
    category: search.categories?.join(','),
    platform: search.platforms?.join(','),
    language: search.language,
    minFollowers: search.minFollowers,
    maxFollowers: search.maxFollowers,
    min: search.minBudget,
    max: search.maxBudget,
    days: search.maxDays,
    by: search.startsBy,
    rating: search.minRating,
    place: search.place,
    exact: search.isAsTyped === true ? 1 : undefined,
    sort: search.sort,
    page: start?.page,
    after: start?.after,
    pages: pages === 1 ? undefined : pages,
    compare: compare.join(','),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );
}

/**
 * Returns the parameters of a state's canonical URL, without view settings (sort order, comparison, number of
 * pages), and whether search engines should index it. They should index the complete list and lists filtered by one
 * category, platform or location. Other lists repeat the same creators.
 */
export function getFindIndexing({ search, start }: FindState): { params: Record<string, string>; isListed: boolean } {
  const { sort, isAsTyped, place, ...filters } = search;
  const asked: CreatorSearch = { ...filters, ...(place !== undefined && { place: normalizeLocation(place) }) };
  // A cursor is valid only with the `sort` and `isAsTyped` with which it was created, so the URL keeps both.
  const whole = start === null ? asked : { ...asked, sort, isAsTyped };
  return { params: toFindParams({ search: whole, start }), isListed: start === null && isListedSearch(asked) };
}

function isListedSearch({ categories = [], platforms = [], place, ...others }: CreatorSearch): boolean {
  const named = categories.length + platforms.length + (place === undefined ? 0 : 1);
  return named <= 1 && Object.values(others).every((each) => each === undefined);
}

/** Normalizes a location as the SQL function `place_of` does, so that all spellings have one URL. */
const normalizeLocation = (place: string) => place.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');

/** Parses a comma-separated list of package ids. Returns at most four distinct ones. */
export function parsePackageIds(value: string | null): string[] {
  const ids = (value ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(each));
  return [...new Set(ids)].slice(0, MAX_COMPARED_PACKAGES);
}

const parseText = (value: string | null, most: number) =>
  (value ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();

const parseOneOf = <T extends string>(choices: readonly T[], value: string | null): T | undefined =>
  choices.find((choice) => choice === value);

/** Returns the choices in the order of the menus, so that the order of clicks does not change the URL. */
function parseSomeOf<T extends string>(choices: readonly T[], value: string | null): T[] | undefined {
  const wanted = new Set((value ?? '').split(','));
  const found = choices.filter((choice) => wanted.has(choice));
  return found.length === 0 ? undefined : found;
}

function parseWholeNumber(value: string | null, min: number, max: number): number | undefined {
  if (value === null || !/^\d{1,15}$/.test(value)) return undefined;
  const number = Number(value);
  return number >= min && number <= max ? number : undefined;
}
