/**
 * Defines the fields of a brief, and their encoding in the URL of /match. Does not import zod, because the page's
 * loader imports this file.
 */
import { CREATOR_CATEGORIES, PLATFORM_NAMES, type Category, type Platform } from '@marquee/contracts';
import { isCalendarDay } from '@marquee/time';
import { LIMITS } from './limits.ts';
import { BRAND_TONES } from './order.ts';
import { FOLLOWER_BANDS, MAX_BUDGET_DOLLARS } from './search.ts';

/** The parts of a match's score, in display order. Leftover points are distributed in the same order. */
export const MATCH_PART_LABELS = {
  category: 'Category',
  platform: 'Platforms',
  price: 'Price',
  delivery: 'Delivery',
  audience: 'Audience',
  proven: 'Bookings and ratings',
  words: 'Keywords and tone',
} as const;
export type MatchPart = keyof typeof MATCH_PART_LABELS;
export const MATCH_PART_NAMES = Object.keys(MATCH_PART_LABELS) as MatchPart[];

/** The weight of each part of the score, from 0 to `MAX_WEIGHT`. */
export type MatchWeights = Record<MatchPart, number>;
export const MAX_WEIGHT = 5;

/**
 * By default, the category has the highest weight, because a creator in another field is of no use at any price.
 * The track record and the audience have the lowest weights.
 */
export const DEFAULT_WEIGHTS: MatchWeights = {
  category: 4,
  platform: 3,
  price: 3,
  delivery: 3,
  audience: 2,
  proven: 2,
  words: 3,
};

/** The scored fields of a brief. Empty lists, empty text and null mean that the brief does not specify the field. */
export interface MatchQuery {
  /** At least one category. */
  categories: Category[];
  platforms: Platform[];
  /** The maximum total including the fee, in whole dollars. */
  budget: number;
  /** The desired number of followers, as the lower bound of one of `FOLLOWER_BANDS`. */
  audience: (typeof FOLLOWER_BANDS)[number] | null;
  tone: (typeof BRAND_TONES)[number] | '';
  keywords: string[];
  /** The latest day of delivery ('2027-03-14'), or '' if there is none. */
  neededBy: string;
}

/**
 * Returns the follower band that starts at `from`. `to` is its exclusive upper bound, or null for the highest band.
 */
export function getAudienceBand(from: number): { from: number; to: number | null } {
  return { from, to: FOLLOWER_BANDS.find((each) => each > from) ?? null };
}

const MATCH_PARAMETERS = ['category', 'platform', 'budget', 'audience', 'tone', 'words', 'by', 'weights'] as const;
type MatchParameter = (typeof MATCH_PARAMETERS)[number];

/** Splits text at commas into distinct keywords, and shortens long ones. */
export function parseKeywords(text: string): string[] {
  const words = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .split(',')
    .map((word) => word.trim().slice(0, LIMITS.keyword).trim().toWellFormed())
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const known = new Map(words.map((word) => [word.toLowerCase(), word]));
  return [...known.values()].slice(0, LIMITS.keywords);
}

/** Parses a brief and the weights from a URL. `query` is null if the category or the budget is missing or invalid. */
export function parseMatchParams(params: { get: (name: MatchParameter) => string | null }): {
  query: MatchQuery | null;
  weights: MatchWeights;
} {
  const list = (name: MatchParameter) => (params.get(name) ?? '').split(',');
  const number = (name: MatchParameter) => (/^\d{1,9}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : null);
  const categories = CREATOR_CATEGORIES.filter((each) => list('category').includes(each)).slice(0, LIMITS.categories);
  const budget = number('budget');
  const by = params.get('by') ?? '';
  const given = params.get('weights') ?? '';
  const weights = new RegExp(`^[0-${MAX_WEIGHT}]{${MATCH_PART_NAMES.length}}$`).test(given)
    ? (Object.fromEntries(MATCH_PART_NAMES.map((part, at) => [part, Number(given[at])])) as MatchWeights)
    : DEFAULT_WEIGHTS;
  const query =
    categories.length === 0 || budget === null || budget < 1 || budget > MAX_BUDGET_DOLLARS
      ? null
      : {
          categories,
          platforms: PLATFORM_NAMES.filter((each) => list('platform').includes(each)),
          budget,
          audience: FOLLOWER_BANDS.find((from) => from === number('audience')) ?? null,
          tone: BRAND_TONES.find((each) => each === params.get('tone')) ?? ('' as const),
          keywords: parseKeywords(params.get('words') ?? ''),
          neededBy: isCalendarDay(by) ? by : '',
        };
  return { query, weights };
}

/** Returns the query parameters for a brief, without default values. */
export function toMatchParams(query: MatchQuery, weights: MatchWeights): Record<string, string> {
  const isDefault = MATCH_PART_NAMES.every((part) => weights[part] === DEFAULT_WEIGHTS[part]);
  const given: Record<MatchParameter, string> = {
    category: query.categories.join(','),
    platform: query.platforms.join(','),
    budget: String(query.budget),
    audience: query.audience === null ? '' : String(query.audience),
    tone: query.tone,
    words: query.keywords.join(','),
    by: query.neededBy,
    weights: isDefault ? '' : MATCH_PART_NAMES.map((part) => weights[part]).join(''),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}
