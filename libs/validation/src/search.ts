/** What a search for creators asks, and how the find page's address says it. No zod here: the page needs only this. */
import { CATEGORIES, LANGUAGES, PLATFORM_NAMES, type Category, type Language, type Platform } from './creator.ts';
import { LIMITS } from './limits.ts';

/** `match`: the text's best matches first; without text, those with the most completed bookings. */
export const SORTS = {
  match: 'Best match',
  newest: 'Newest creators',
  price_low: 'Price: low to high',
  price_high: 'Price: high to low',
  followers: 'Most followers',
} as const;
export type Sort = keyof typeof SORTS;
export const SORT_NAMES = Object.keys(SORTS) as [Sort, ...Sort[]];

export const MAX_COMPARED = 4;
/** More than the followers of everybody on all platforms together. */
export const MAX_AUDIENCE = 100_000_000_000;
/** What the dearest package costs with the fee, in whole dollars. */
export const MAX_BUDGET = 115_000;
/** How far an address can go: what it names is loaded page after page. */
export const MAX_PAGES = 40;

/** The audiences that prices are compared by, and that the page offers to choose from: from this many followers on. */
export const FOLLOWER_BANDS = [0, 1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000] as const;

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
  sort?: Sort | undefined;
}

/**
 * The find page's whole state: the search, how many pages of
 * it are shown, and which packages are chosen for comparison.
 */
export interface FindState {
  search: CreatorSearch;
  pages: number;
  compare: string[];
}

/** What of an address is the find page's state. */
export const FIND_PARAMETERS = [
  'q',
  'category',
  'platform',
  'language',
  'minFollowers',
  'maxFollowers',
  'min',
  'max',
  'days',
  'sort',
  'pages',
  'compare',
] as const;
type FindParameter = (typeof FIND_PARAMETERS)[number];

/** What is read of an address: `URLSearchParams` is one. */
interface Params {
  get: (name: FindParameter) => string | null;
}

/**
 * Reads the state from an address. Whatever is not understood
 * is left out: an old or mistyped link still shows creators.
 */
export function findStateOf(params: Params): FindState {
  const query = (params.get('q') ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, LIMITS.search)
    .toWellFormed();
  const sort = oneOf(SORT_NAMES, params.get('sort'));
  const search: CreatorSearch = {
    query: query === '' ? undefined : query,
    categories: someOf(CATEGORIES, params.get('category')),
    platforms: someOf(PLATFORM_NAMES, params.get('platform')),
    language: oneOf(LANGUAGES, params.get('language')),
    minFollowers: wholeNumber(params.get('minFollowers'), 1, MAX_AUDIENCE),
    maxFollowers: wholeNumber(params.get('maxFollowers'), 0, MAX_AUDIENCE),
    minBudget: wholeNumber(params.get('min'), 1, MAX_BUDGET),
    maxBudget: wholeNumber(params.get('max'), 1, MAX_BUDGET),
    maxDays: wholeNumber(params.get('days'), 1, 365),
    sort: sort === 'match' ? undefined : sort,
  };
  return {
    search: Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)),
    pages: wholeNumber(params.get('pages'), 1, MAX_PAGES) ?? 1,
    compare: packageIdsOf(params.get('compare')),
  };
}

/**
 * The parameters of a state's address, in one order, without what
 * is at its default: the same state is always the same address.
 */
export function findParamsOf({
  search,
  pages = 1,
  compare = [],
}: {
  search: CreatorSearch;
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
    sort: search.sort,
    pages: pages === 1 ? undefined : pages,
    compare: compare.join(','),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  );
}

/** The packages that an address names, at most four, each once: 'id,id'. */
export function packageIdsOf(value: string | null): string[] {
  const ids = (value ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(each));
  return [...new Set(ids)].slice(0, MAX_COMPARED);
}

const oneOf = <T extends string>(choices: readonly T[], value: string | null): T | undefined =>
  choices.find((choice) => choice === value);

/** In the order of the menus, so that the order of clicks makes no other search. */
function someOf<T extends string>(choices: readonly T[], value: string | null): T[] | undefined {
  const wanted = new Set((value ?? '').split(','));
  const found = choices.filter((choice) => wanted.has(choice));
  return found.length === 0 ? undefined : found;
}

function wholeNumber(value: string | null, min: number, max: number): number | undefined {
  if (value === null || !/^\d{1,15}$/.test(value)) return undefined;
  const number = Number(value);
  return number >= min && number <= max ? number : undefined;
}
