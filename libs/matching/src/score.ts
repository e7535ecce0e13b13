/**
 * Computes the score of a match. 100 points are divided among the parts by their weights. A candidate that meets
 * half of a part's requirement gets half of its points, rounded down, so that the parts add up to the score and
 * users can verify it.
 */
import { DEFAULT_WINDOWS } from '@marquee/booking';
import { formatWholeDollars } from '@marquee/money';
import {
  getAudienceBand,
  MATCH_PART_NAMES,
  MATCH_PART_LABELS,
  type MatchPart,
  type MatchQuery,
  type MatchWeights,
} from '@marquee/validation';
import { PLATFORM_LABELS, type Platform } from '@marquee/contracts';

/** A brief, and the day on which the matches were requested ('2027-03-14'). */
export interface DatedMatchQuery extends MatchQuery {
  day: string;
}

/** A creator with one package, and the public data that their score depends on. */
export interface Candidate {
  id: string;
  packageId: string;
  categories: readonly string[];
  platforms: readonly { platform: Platform; followers: number }[];
  /** Number of followers on all platforms together. */
  followers: number;
  /** The total that the brand pays, with the fee, in cents. */
  totalCents: number;
  deliveryDays: number;
  /** Number of completed bookings that were not refunded. */
  completed: number;
  /**
   * The number of completed bookings in thousandths, each weighted by the creator's ratings. A booking counts as
   * 1,000 at four stars or without reviews, 1,777 at five stars, and 111 at two. The sort order “Best match” uses
   * the same number.
   */
  matchRank: number;
  /** The mean of the ratings in tenths of a star, or 0 without reviews. */
  ratingTenths: number;
  /** The labels of the brief's terms (`extractTerms`) that occur in the package or the profile. */
  found: readonly string[];
}

export interface ScorePart {
  name: MatchPart;
  label: string;
  weight: number;
  /** The percentage of this requirement that the candidate meets, from 0 to 100. */
  percent: number;
  /**
   * `most` is the maximum number of points, given by the weight. `points` is the number that the candidate scored.
   * Both are integers.
   */
  most: number;
  points: number;
  /** Explains the points, such as 'On Instagram'. */
  reason: string;
  /** Explains why the candidate did not score all points. Null at 100 percent. */
  missing: string | null;
}

export interface MatchScore {
  /** The sum of the points of all parts, from 0 to 100. */
  score: number;
  readonly parts: ScorePart[];
}

/**
 * A term to search for in a creator's texts. The term is found if the texts contain every word of at least one of
 * its alternatives.
 */
export interface BriefTerm {
  label: string;
  anyOf: string[][];
}

const splitIntoWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Returns the search terms of a brief, which are one per keyword and one for the tone. For the tone, finding a
 * single word is enough.
 */
export function extractTerms({ keywords, tone }: Pick<MatchQuery, 'keywords' | 'tone'>): BriefTerm[] {
  const ofTone = splitIntoWords(tone).filter((word) => word !== 'and');
  const terms = keywords.map((label) => ({ label, anyOf: [splitIntoWords(label)] }));
  return tone === '' ? terms : [...terms, { label: tone, anyOf: ofTone.map((word) => [word]) }];
}

const DAY_MS = 86_400_000;

/** Cached, because every candidate of a brief needs it. */
const daysLeftCache = new WeakMap<DatedMatchQuery, number | null>();

/** Returns the number of days from the request to the brief's deadline, or null if it has none. */
export function computeDaysLeft(query: DatedMatchQuery): number | null {
  let days = daysLeftCache.get(query);
  if (days === undefined) {
    days = query.neededBy === '' ? null : Math.round((Date.parse(query.neededBy) - Date.parse(query.day)) / DAY_MS);
    daysLeftCache.set(query, days);
  }
  return days;
}

/**
 * Whether a candidate can be ranked. Candidates without a matching category or platform, above the budget, or too
 * slow for the deadline are excluded.
 */
export function isEligible(query: DatedMatchQuery, candidate: Candidate): boolean {
  const days = computeDaysLeft(query);
  return (
    query.categories.some((each) => candidate.categories.includes(each)) &&
    (query.platforms.length === 0 || candidate.platforms.some(({ platform }) => query.platforms.includes(platform))) &&
    candidate.totalCents <= query.budget * 100 &&
    (days === null || candidate.deliveryDays <= days)
  );
}

/** Lists the parts that count for this brief. A part for which the brief states nothing does not count. */
export function listCountedParts(query: MatchQuery): MatchPart[] {
  const says: Record<MatchPart, boolean> = {
    category: true,
    platform: query.platforms.length > 0,
    price: true,
    delivery: query.neededBy !== '',
    audience: query.audience !== null,
    proven: true,
    words: extractTerms(query).length > 0,
  };
  return MATCH_PART_NAMES.filter((part) => says[part]);
}

/**
 * Divides 100 points among the counted parts by weight, rounded down. The remaining points go to the first parts,
 * one point each. If all weights are 0, all parts count equally.
 */
export function computePartShares(
  query: MatchQuery,
  weights: MatchWeights,
): { name: MatchPart; weight: number; most: number }[] {
  const countedParts = listCountedParts(query);
  const isNone = countedParts.every((name) => weights[name] === 0);
  const weighed = countedParts.map((name) => ({ name, weight: isNone ? 1 : weights[name] }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const shares = weighed.map((each) => ({ ...each, most: Math.floor((100 * each.weight) / all) }));
  let pointsLeft = 100 - shares.reduce((sum, { most }) => sum + most, 0);
  return shares.map((share) => (share.weight > 0 && pointsLeft-- > 0 ? { ...share, most: share.most + 1 } : share));
}

type PartShare = ReturnType<typeof computePartShares>[number];

/** Scores an eligible candidate, with all counted parts in order. */
export const scoreCandidate = (query: DatedMatchQuery, candidate: Candidate, weights: MatchWeights): MatchScore =>
  scoreWithShares(query, candidate, computePartShares(query, weights));

const computePoints = (most: number, percent: number) => Math.floor((most * percent) / 100);

/**
 * Computes only the score of a candidate, from precomputed shares. Use this for ranking, because hundreds of
 * candidates are scored but only a few are displayed with their parts.
 */
export function sumScore(query: DatedMatchQuery, candidate: Candidate, shares: readonly PartShare[]): number {
  let sum = 0;
  for (const { name, most } of shares) sum += computePoints(most, PART_SCORERS[name].percent(query, candidate));
  return sum;
}

/** Computes the score with its parts. The parts and their texts are created only when they are read. */
export const scoreWithShares = (
  query: DatedMatchQuery,
  candidate: Candidate,
  shares: readonly PartShare[],
): MatchScore => ({
  score: sumScore(query, candidate, shares),
  get parts() {
    return shares.map(({ name, weight, most }): ScorePart => {
      const fit = PART_SCORERS[name];
      const percent = fit.percent(query, candidate);
      return {
        name,
        label: MATCH_PART_LABELS[name],
        weight,
        percent,
        most,
        points: computePoints(most, percent),
        reason: fit.reason(query, candidate),
        missing: percent === 100 ? null : fit.missing(query, candidate),
      };
    });
  },
});

/** A part of which the candidate meets less than this percentage is not a strength. */
const MIN_STRENGTH_PERCENT = 50;

/**
 * Lists the parts that speak for the candidate, most points first. A creator without bookings or with low ratings
 * gets some points for the track record, but it is not a strength.
 */
export const listStrengths = ({ parts }: MatchScore): ScorePart[] =>
  parts
    .filter(({ points, percent }) => points > 0 && percent >= MIN_STRENGTH_PERCENT)
    .toSorted((one, other) => other.points - one.points);

/** Lists the parts that scored less than their maximum, largest loss first. */
export const listLosses = ({ parts }: MatchScore): ScorePart[] =>
  parts
    .filter(({ points, most }) => points < most)
    .toSorted((one, other) => other.most - other.points - (one.most - one.points));

interface PartScorer {
  percent: (asked: DatedMatchQuery, candidate: Candidate) => number;
  reason: (asked: DatedMatchQuery, candidate: Candidate) => string;
  missing: (asked: DatedMatchQuery, candidate: Candidate) => string;
}

const computePercent = (met: number, all: number) => Math.floor((100 * met) / all);
const joinNames = (names: readonly string[]) => names.join(', ');
const formatQuantity = (value: number, noun: string) =>
  `${value.toLocaleString('en-US')} ${noun}${value === 1 ? '' : 's'}`;

/**
 * Number of spare days that make a deadline safe, which is the sum of the default time limits to accept (3 days) and
 * to start (7 days).
 */
export const SPARE_DAYS = Math.ceil(DEFAULT_WINDOWS.acceptHours / 24) + DEFAULT_WINDOWS.startDays;

/**
 * Creators without bookings are scored as if they had done 2 of 5 bookings well. Each completed booking, weighted by
 * ratings, is added to both numbers.
 */
const COMPLETED_PRIOR = { done: 2, of: 5 };

const isInCategory = (candidate: Candidate) => (category: string) => candidate.categories.includes(category);
const isOnPlatform = (candidate: Candidate) => (name: Platform) =>
  candidate.platforms.some(({ platform }) => platform === name);
const isMentionedBy = (candidate: Candidate) => (label: string) => candidate.found.includes(label);
const computePercentWith = <T>(list: readonly T[], has: (each: T) => boolean) => {
  let met = 0;
  for (const each of list) if (has(each)) met += 1;
  return computePercent(met, list.length);
};
const listWithout = <T>(list: readonly T[], has: (each: T) => boolean) => list.filter((each) => !has(each));
const joinPlatformNames = (platforms: readonly Platform[]) => joinNames(platforms.map((each) => PLATFORM_LABELS[each]));
const computeSpareDays = (query: DatedMatchQuery, { deliveryDays }: Candidate) =>
  (computeDaysLeft(query) ?? 0) - deliveryDays;

const PART_SCORERS: Record<MatchPart, PartScorer> = {
  category: {
    percent: ({ categories }, candidate) => computePercentWith(categories, isInCategory(candidate)),
    reason: ({ categories }, candidate) => `Covers ${joinNames(categories.filter(isInCategory(candidate)))}`,
    missing: ({ categories }, candidate) =>
      `Doesn’t cover ${joinNames(listWithout(categories, isInCategory(candidate)))}`,
  },
  platform: {
    percent: ({ platforms }, candidate) => computePercentWith(platforms, isOnPlatform(candidate)),
    reason: ({ platforms }, candidate) => `On ${joinPlatformNames(platforms.filter(isOnPlatform(candidate)))}`,
    missing: ({ platforms }, candidate) =>
      `Not on ${joinPlatformNames(listWithout(platforms, isOnPlatform(candidate)))}`,
  },
  // Scores 100 percent up to half of the budget, and 50 percent at the full budget.
  price: {
    percent: ({ budget }, { totalCents }) =>
      Math.min(100, Math.max(50, Math.floor((150 * budget * 100 - 100 * totalCents) / (budget * 100)))),
    reason: ({ budget }, { totalCents }) =>
      `${formatWholeDollars(totalCents)} of your ${formatWholeDollars(budget * 100)} budget`,
    missing: () => 'Costs more than half of your budget',
  },
  // Scores 40 percent if the delivery time is just short enough, and 100 percent with `SPARE_DAYS` to spare.
  delivery: {
    percent: (query, candidate) =>
      Math.max(0, Math.min(100, 40 + Math.floor((60 * computeSpareDays(query, candidate)) / SPARE_DAYS))),
    reason: (query, candidate) =>
      `Delivers in ${formatQuantity(candidate.deliveryDays, 'day')}, ${formatQuantity(Math.max(0, computeSpareDays(query, candidate)), 'day')} before your date`,
    missing: () => `Delivers less than ${SPARE_DAYS} days before your date`,
  },
  audience: {
    percent: ({ audience, platforms }, candidate) => {
      const { from, to } = getAudienceBand(audience ?? 0);
      const followers = countFollowersOn(candidate, platforms);
      if (followers < from) return computePercent(followers, from);
      return to !== null && followers >= to ? computePercent(to - 1, followers) : 100;
    },
    reason: ({ platforms }, candidate) =>
      `${formatQuantity(countFollowersOn(candidate, platforms), 'follower')}${platforms.length === 0 ? '' : ' on your platforms'}`,
    missing: ({ audience, platforms }, candidate) =>
      countFollowersOn(candidate, platforms) < getAudienceBand(audience ?? 0).from
        ? 'Smaller audience than you asked for'
        : 'Larger audience than you asked for',
  },
  proven: {
    percent: (_, { matchRank }) =>
      computePercent(matchRank + 1_000 * COMPLETED_PRIOR.done, matchRank + 1_000 * COMPLETED_PRIOR.of),
    reason: (_, { completed, ratingTenths }) =>
      completed === 0
        ? 'No completed bookings yet'
        : `${formatQuantity(completed, 'completed booking')}${ratingTenths === 0 ? '' : `, rated ${(ratingTenths / 10).toFixed(1)} of 5`}`,
    missing: (_, { completed }) =>
      completed === 0
        ? 'No completed bookings yet'
        : 'Creators with more completed bookings or higher ratings score more',
  },
  words: {
    percent: (query, candidate) => computePercentWith(listTermLabels(query), isMentionedBy(candidate)),
    reason: (query, candidate) => {
      const met = listTermLabels(query).filter(isMentionedBy(candidate));
      return met.length === 0 ? 'Mentions none of your keywords' : `Mentions ${joinNames(met)}`;
    },
    missing: (query, candidate) =>
      `Doesn’t mention ${joinNames(listWithout(listTermLabels(query), isMentionedBy(candidate)))}`,
  },
};

/** Cached, because every candidate of a brief needs it. */
const labelsCache = new WeakMap<DatedMatchQuery, readonly string[]>();

function listTermLabels(query: DatedMatchQuery): readonly string[] {
  const labels = labelsCache.get(query) ?? extractTerms(query).map(({ label }) => label);
  labelsCache.set(query, labels);
  return labels;
}

/** Sums the followers on `platforms`, or on all platforms if the list is empty. */
function countFollowersOn(candidate: Candidate, platforms: readonly Platform[]): number {
  if (platforms.length === 0) return candidate.followers;
  let sum = 0;
  for (const { platform, followers } of candidate.platforms) if (platforms.includes(platform)) sum += followers;
  return sum;
}
