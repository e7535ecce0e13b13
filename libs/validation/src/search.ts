/** What a search for creators asks, and how the find page's address says it. No zod here: the page needs only this. */
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

/** `match`: the text's best matches first; without text, those with the most completed bookings. */
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
/** More than the followers of everybody on all platforms together. */
export const MAX_FOLLOWERS = 100_000_000_000;
/** What the dearest package costs with the fee, in whole dollars. */
export const MAX_BUDGET_DOLLARS = 115_000;
/** How far an address can go: what it names is loaded page after page. */
export const MAX_PAGES = 40;
/** The highest number that an address may give a page: what it shows begins after a cursor, whatever the number. */
export const MAX_PAGE_NUMBER = 100_000;
export const MAX_CURSOR = 200;
const CURSOR_PATTERN = new RegExp(`^[\\w-]{1,${MAX_CURSOR}}$`);

/** The audiences that prices are compared by, and that the page offers to choose from: from this many followers on. */
export const FOLLOWER_BANDS = [0, 1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000] as const;

/** What the page offers as a highest budget, in whole dollars, and as a longest delivery. Counted by the server. */
export const BUDGET_STEPS = [100, 250, 500, 1_000, 2_500] as const;
export const DELIVERY_STEPS = [1, 3, 5, 7, 14, 30] as const;

/**
 * What the page offers as a lowest rating, in stars; one star has everybody who has a review. Counted by the server.
 */
export const RATING_STEPS = [1, 3, 4, 4.5] as const;
export type RatingStep = (typeof RATING_STEPS)[number];

/** A search. What is left out does not filter. */
export interface CreatorSearch {
  query?: string | undefined;
  categories?: Category[] | undefined;
  platforms?: Platform[] | undefined;
  language?: Language | undefined;
  minFollowers?: number | undefined;
  maxFollowers?: number | undefined;
  /** What the brand pays in the end (price and fee), in whole dollars. */
  minBudget?: number | undefined;
  maxBudget?: number | undefined;
  maxDays?: number | undefined;
  /** A day by which work of an order that is placed now could start: '2026-12-24'. */
  startsBy?: string | undefined;
  /** Stars, of the average as it is shown. */
  minRating?: RatingStep | undefined;
  /** A town or country, as creators write it; case, accents and spaces do not count. */
  place?: string | undefined;
  /** Looks for the text as it was typed, also where it looks like a mistake. */
  isAsTyped?: true | undefined;
  sort?: SortName | undefined;
}

/**
 * The find page's whole state: the search, where its list begins (after a cursor, then it is page `page` of the
 * search), how many pages of it are shown, and which packages are chosen for comparison.
 */
export interface FindState {
  search: CreatorSearch;
  start: { page: number; after: string } | null;
  pages: number;
  compare: string[];
}

/** What of an address is the find page's state. */
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

/** What is read of an address: `URLSearchParams` is one. */
interface ParamReader {
  get: (name: FindParameter) => string | null;
}

/**
 * Reads the state from an address. Whatever is not understood
 * is left out: an old or mistyped link still shows creators.
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
 * The parameters of a state's address, in one order, without what
 * is at its default: the same state is always the same address.
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
 * What search engines are told of a state: its address without what is only a view (order, choice for comparison, how
 * much of the list is shown), and whether they should list it. Listed are the whole list, and those of one category,
 * one platform or one place; the rest repeats these in more ways than anybody could visit.
 */
export function getFindIndexing({ search, start }: FindState): { params: Record<string, string>; isListed: boolean } {
  const { sort, isAsTyped, place, ...filters } = search;
  const asked: CreatorSearch = { ...filters, ...(place !== undefined && { place: normalizeLocation(place) }) };
  // A cursor is one of its order, and of the text as it was typed.
  const whole = start === null ? asked : { ...asked, sort, isAsTyped };
  return { params: toFindParams({ search: whole, start }), isListed: start === null && isListedSearch(asked) };
}

function isListedSearch({ categories = [], platforms = [], place, ...others }: CreatorSearch): boolean {
  const named = categories.length + platforms.length + (place === undefined ? 0 : 1);
  return named <= 1 && Object.values(others).every((each) => each === undefined);
}

/** As the search reads it (`place_of` in the database), so that ways to write one place are one address. */
const normalizeLocation = (place: string) => place.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');

/** The packages that an address names, at most four, each once: 'id,id'. */
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

/** In the order of the menus, so that the order of clicks makes no other search. */
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
