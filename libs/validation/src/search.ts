/** A search for creators and its form in the search page's URL. Without zod, because the page needs only this. */
import {
  CREATOR_CATEGORIES,
  LANGUAGES,
  PLATFORM_NAMES,
  type Category,
  type Language,
  type Platform,
} from './creator.ts';
import { isCalendarDay } from './calendar-day.ts';
import { LIMITS } from './limits.ts';

/** `match`: best text matches first, or most completed bookings without text. */
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
/** More than all followers on all platforms. */
export const MAX_FOLLOWERS = 100_000_000_000;
/** Total of the most expensive package in whole dollars, with the fee. */
export const MAX_BUDGET_DOLLARS = 115_000;
/** Maximum number of pages that a URL can show, because they load one after another. */
export const MAX_PAGES = 40;
/** Highest page number in a URL. It is only displayed, because the cursor decides the content. */
export const MAX_PAGE_NUMBER = 100_000;
export const MAX_CURSOR = 200;
const CURSOR_PATTERN = new RegExp(`^[\\w-]{1,${MAX_CURSOR}}$`);

/** Follower ranges for price comparisons and filters, by their lower bounds. */
export const FOLLOWER_BANDS = [0, 1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000] as const;

/** Maximum budgets (in whole dollars) and delivery times in the filters. The server counts their results. */
export const BUDGET_STEPS = [100, 250, 500, 1_000, 2_500] as const;
export const DELIVERY_STEPS = [1, 3, 5, 7, 14, 30] as const;

/** Minimum ratings in the filters. One star includes every creator with a review. The server counts their results. */
export const RATING_STEPS = [1, 3, 4, 4.5] as const;
export type RatingStep = (typeof RATING_STEPS)[number];

/** A search. Absent fields do not filter. */
export interface CreatorSearch {
  query?: string | undefined;
  categories?: Category[] | undefined;
  platforms?: Platform[] | undefined;
  language?: Language | undefined;
  minFollowers?: number | undefined;
  maxFollowers?: number | undefined;
  /** Minimum total of the brand, with the fee, in whole dollars. */
  minBudget?: number | undefined;
  maxBudget?: number | undefined;
  maxDays?: number | undefined;
  /** The day by which work ordered now must be able to start: '2026-12-24'. */
  startsBy?: string | undefined;
  /** Minimum average rating in stars, as displayed. */
  minRating?: RatingStep | undefined;
  /** A town or country as creators write it, without regard to case, accents and spaces. */
  place?: string | undefined;
  /** Searches the text as typed, even if it looks mistyped. */
  isAsTyped?: true | undefined;
  sort?: SortName | undefined;
}

/**
 * The state of the search page: the search, where its results start (after a cursor, on page `page`), how many pages
 * are shown, and the packages chosen for comparison.
 */
export interface FindState {
  search: CreatorSearch;
  start: { page: number; after: string } | null;
  pages: number;
  compare: string[];
}

/** The query parameters of the search page. */
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

/** Reads query parameters, for example `URLSearchParams`. */
interface ParamReader {
  get: (name: FindParameter) => string | null;
}

/** Parses the state from a URL. Ignores invalid parameters, so that an old or mistyped link still shows creators. */
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

/** Returns the query parameters of a state in a fixed order without defaults, so that equal states have equal URLs. */
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
 * Returns the canonical URL of a state, without view settings (order, comparison, pages shown), and whether search
 * engines should index it. Indexed are the whole list and lists by one category, platform or location. Others repeat
 * these.
 */
export function getFindIndexing({ search, start }: FindState): { params: Record<string, string>; isListed: boolean } {
  const { sort, isAsTyped, place, ...filters } = search;
  const asked: CreatorSearch = { ...filters, ...(place !== undefined && { place: normalizeLocation(place) }) };
  // A cursor belongs to an order and to the text as typed.
  const whole = start === null ? asked : { ...asked, sort, isAsTyped };
  return { params: toFindParams({ search: whole, start }), isListed: start === null && isListedSearch(asked) };
}

function isListedSearch({ categories = [], platforms = [], place, ...others }: CreatorSearch): boolean {
  const named = categories.length + platforms.length + (place === undefined ? 0 : 1);
  return named <= 1 && Object.values(others).every((each) => each === undefined);
}

/** Normalized as in the database (`place_of`), so that all spellings of a location have one URL. */
const normalizeLocation = (place: string) => place.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');

/** Parses at most four distinct package ids: 'id,id'. */
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

/** In the order of the menus, so that the order of clicks does not matter. */
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
