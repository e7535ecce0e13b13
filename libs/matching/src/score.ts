/**
 * The score of a match: 100 points, divided over the parts by their weights. A part gives as much of its points as the
 * creator meets of the brief, rounded down, so that the points of all parts add up to the score and anybody can reckon
 * it again.
 */
import { DEFAULT_WINDOWS } from '@marquee/booking';
import { formatWholeDollars } from '@marquee/money';
import {
  getAudienceBand,
  MATCH_PART_NAMES,
  MATCH_PART_LABELS,
  PLATFORM_LABELS,
  type MatchPart,
  type MatchQuery,
  type MatchWeights,
  type Platform,
} from '@marquee/validation';

/** A brief, and the day on which it is asked: '2027-03-14'. */
export interface DatedMatchQuery extends MatchQuery {
  day: string;
}

/** A creator with one package, as far as the score looks at them. All of it can be read on the profile. */
export interface Candidate {
  /** The creator's. */
  id: string;
  packageId: string;
  categories: readonly string[];
  platforms: readonly { platform: Platform; followers: number }[];
  /** On all platforms. */
  followers: number;
  /** What the brand would pay, price and fee. */
  totalCents: number;
  deliveryDays: number;
  /** Completed bookings that were not refunded. */
  completed: number;
  /**
   * The completed bookings, in thousandths, each weighted by the creator's ratings: 1,000 at four stars or without
   * reviews, 1,777 at five stars, 111 at two. It is the order of "Best match", too.
   */
  matchRank: number;
  /** The mean of the ratings in tenths of a star, or 0 without reviews. */
  ratingTenths: number;
  /** The labels of those terms of the brief (`extractTerms`) that the package or the profile says. */
  found: readonly string[];
}

/** One part of a score. */
export interface ScorePart {
  name: MatchPart;
  label: string;
  weight: number;
  /** How much of what the brief asks is met, 0 to 100. */
  percent: number;
  /** The most that this part gives by its weight, and what it gives: both whole points. */
  most: number;
  points: number;
  /** What it is so much for. */
  reason: string;
  /** What would give more; null where it gives all. */
  missing: string | null;
}

export interface MatchScore {
  /** 0 to 100; the sum of the points of the parts. */
  score: number;
  readonly parts: ScorePart[];
}

/** What the words of a creator are searched for: met when every word of one of the alternatives is found. */
export interface BriefTerm {
  label: string;
  anyOf: string[][];
}

const splitIntoWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The terms of a brief: each keyword, and the tone, of whose words one is enough. */
export function extractTerms({ keywords, tone }: Pick<MatchQuery, 'keywords' | 'tone'>): BriefTerm[] {
  const ofTone = splitIntoWords(tone).filter((word) => word !== 'and');
  const terms = keywords.map((label) => ({ label, anyOf: [splitIntoWords(label)] }));
  return tone === '' ? terms : [...terms, { label: tone, anyOf: ofTone.map((word) => [word]) }];
}

const DAY_MS = 86_400_000;

/** Asked of every candidate for one brief. */
const daysLeftCache = new WeakMap<DatedMatchQuery, number | null>();

/** How many days are left from the day of asking to the day by which the work is needed; null: whenever. */
export function computeDaysLeft(asked: DatedMatchQuery): number | null {
  let days = daysLeftCache.get(asked);
  if (days === undefined) {
    days = asked.neededBy === '' ? null : Math.round((Date.parse(asked.neededBy) - Date.parse(asked.day)) / DAY_MS);
    daysLeftCache.set(asked, days);
  }
  return days;
}

/** What the brief rules out is not scored: another field, none of the platforms, above the budget, or too late. */
export function isEligible(asked: DatedMatchQuery, candidate: Candidate): boolean {
  const days = computeDaysLeft(asked);
  return (
    asked.categories.some((each) => candidate.categories.includes(each)) &&
    (asked.platforms.length === 0 || candidate.platforms.some(({ platform }) => asked.platforms.includes(platform))) &&
    candidate.totalCents <= asked.budget * 100 &&
    (days === null || candidate.deliveryDays <= days)
  );
}

/** The parts that a brief says something about. The others are not in the score. */
export function listCountedParts(asked: MatchQuery): MatchPart[] {
  const says: Record<MatchPart, boolean> = {
    category: true,
    platform: asked.platforms.length > 0,
    price: true,
    delivery: asked.neededBy !== '',
    audience: asked.audience !== null,
    proven: true,
    words: extractTerms(asked).length > 0,
  };
  return MATCH_PART_NAMES.filter((part) => says[part]);
}

/**
 * The most points of each counted part: its share of 100 by weight, rounded down; what is left over goes to the first
 * ones, a point each. Where every weight is 0 all count the same.
 */
export function computePartShares(
  asked: MatchQuery,
  weights: MatchWeights,
): { name: MatchPart; weight: number; most: number }[] {
  const counted = listCountedParts(asked);
  const isNone = counted.every((name) => weights[name] === 0);
  const weighed = counted.map((name) => ({ name, weight: isNone ? 1 : weights[name] }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const shares = weighed.map((each) => ({ ...each, most: Math.floor((100 * each.weight) / all) }));
  let left = 100 - shares.reduce((sum, { most }) => sum + most, 0);
  return shares.map((share) => (share.weight > 0 && left-- > 0 ? { ...share, most: share.most + 1 } : share));
}

type PartShare = ReturnType<typeof computePartShares>[number];

/** The score of a candidate who is eligible, with its parts in their order. */
export const scoreCandidate = (asked: DatedMatchQuery, candidate: Candidate, weights: MatchWeights): MatchScore =>
  scoreWithShares(asked, candidate, computePartShares(asked, weights));

const computePoints = (most: number, percent: number) => Math.floor((most * percent) / 100);

/** The score alone by shares that are reckoned already: hundreds are scored for the few who are shown. */
export function sumScore(asked: DatedMatchQuery, candidate: Candidate, shares: readonly PartShare[]): number {
  let sum = 0;
  for (const { name, most } of shares) sum += computePoints(most, PART_SCORERS[name].percent(asked, candidate));
  return sum;
}

/** The same with its parts, which are put into words once somebody reads them. */
export const scoreWithShares = (
  asked: DatedMatchQuery,
  candidate: Candidate,
  shares: readonly PartShare[],
): MatchScore => ({
  score: sumScore(asked, candidate, shares),
  get parts() {
    return shares.map(({ name, weight, most }): ScorePart => {
      const fit = PART_SCORERS[name];
      const percent = fit.percent(asked, candidate);
      return {
        name,
        label: MATCH_PART_LABELS[name],
        weight,
        percent,
        most,
        points: computePoints(most, percent),
        reason: fit.reason(asked, candidate),
        missing: percent === 100 ? null : fit.missing(asked, candidate),
      };
    });
  },
});

/** Why a score is not higher: the parts that give less than they could, the largest loss first. */
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
 * A date is met safely when the work would be there in time although the creator takes as long to accept and to start
 * as the usual windows allow: 3 and 7 days.
 */
export const SPARE_DAYS = Math.ceil(DEFAULT_WINDOWS.acceptHours / 24) + DEFAULT_WINDOWS.startDays;

/**
 * Nobody begins at nothing: everybody is taken to have done 2 of 5 bookings well, and each completed one, weighted by
 * the ratings, adds to both.
 */
const COMPLETED_PRIOR = { done: 2, of: 5 };

const isInCategory = (candidate: Candidate) => (category: string) => candidate.categories.includes(category);
const isOnPlatform = (candidate: Candidate) => (name: Platform) =>
  candidate.platforms.some(({ platform }) => platform === name);
const isMentionedBy = (candidate: Candidate) => (label: string) => candidate.found.includes(label);
/** How many hundredths of a list have something. */
const computePercentWith = <T>(list: readonly T[], has: (each: T) => boolean) => {
  let met = 0;
  for (const each of list) if (has(each)) met += 1;
  return computePercent(met, list.length);
};
const listWithout = <T>(list: readonly T[], has: (each: T) => boolean) => list.filter((each) => !has(each));
const joinPlatformNames = (platforms: readonly Platform[]) => joinNames(platforms.map((each) => PLATFORM_LABELS[each]));
const computeSpareDays = (asked: DatedMatchQuery, { deliveryDays }: Candidate) =>
  (computeDaysLeft(asked) ?? 0) - deliveryDays;

const PART_SCORERS: Record<MatchPart, PartScorer> = {
  category: {
    percent: ({ categories }, candidate) => computePercentWith(categories, isInCategory(candidate)),
    reason: ({ categories }, candidate) => `Works in ${joinNames(categories.filter(isInCategory(candidate)))}`,
    missing: ({ categories }, candidate) => `Not in ${joinNames(listWithout(categories, isInCategory(candidate)))}`,
  },
  platform: {
    percent: ({ platforms }, candidate) => computePercentWith(platforms, isOnPlatform(candidate)),
    reason: ({ platforms }, candidate) => `On ${joinPlatformNames(platforms.filter(isOnPlatform(candidate)))}`,
    missing: ({ platforms }, candidate) =>
      `Not on ${joinPlatformNames(listWithout(platforms, isOnPlatform(candidate)))}`,
  },
  // All of it up to half of the budget, half of it at the whole budget.
  price: {
    percent: ({ budget }, { totalCents }) =>
      Math.min(100, Math.max(50, Math.floor((150 * budget * 100 - 100 * totalCents) / (budget * 100)))),
    reason: ({ budget }, { totalCents }) =>
      `${formatWholeDollars(totalCents)} of your ${formatWholeDollars(budget * 100)}`,
    missing: () => 'A total of at most half your budget would give all points',
  },
  // 40 when the days just suffice, 100 with `SPARE_DAYS` to spare.
  delivery: {
    percent: (asked, candidate) =>
      Math.max(0, Math.min(100, 40 + Math.floor((60 * computeSpareDays(asked, candidate)) / SPARE_DAYS))),
    reason: (asked, candidate) =>
      `Delivers in ${formatQuantity(candidate.deliveryDays, 'day')}, ${formatQuantity(Math.max(0, computeSpareDays(asked, candidate)), 'day')} to spare`,
    missing: () => `${SPARE_DAYS} days to spare would cover accepting and starting late`,
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
        ? 'Smaller than you asked for'
        : 'Larger than you asked for',
  },
  proven: {
    percent: (_, { matchRank }) =>
      computePercent(matchRank + 1_000 * COMPLETED_PRIOR.done, matchRank + 1_000 * COMPLETED_PRIOR.of),
    reason: (_, { completed, ratingTenths }) =>
      completed === 0
        ? 'No completed booking yet'
        : `${formatQuantity(completed, 'completed booking')}${ratingTenths === 0 ? '' : `, rated ${(ratingTenths / 10).toFixed(1)} of 5`}`,
    missing: () => 'More completed bookings or better ratings would give more',
  },
  words: {
    percent: (asked, candidate) => computePercentWith(listTermLabels(asked), isMentionedBy(candidate)),
    reason: (asked, candidate) => {
      const met = listTermLabels(asked).filter(isMentionedBy(candidate));
      return met.length === 0 ? 'None of your words in the profile or package' : `Says ${joinNames(met)}`;
    },
    missing: (asked, candidate) =>
      `Does not say ${joinNames(listWithout(listTermLabels(asked), isMentionedBy(candidate)))}`,
  },
};

/** Asked of every candidate for one brief. */
const labelsCache = new WeakMap<DatedMatchQuery, readonly string[]>();

function listTermLabels(asked: DatedMatchQuery): readonly string[] {
  const known = labelsCache.get(asked) ?? extractTerms(asked).map(({ label }) => label);
  labelsCache.set(asked, known);
  return known;
}

/** Followers on the platforms that are asked for; on all of them when none is. */
function countFollowersOn(candidate: Candidate, platforms: readonly Platform[]): number {
  if (platforms.length === 0) return candidate.followers;
  let sum = 0;
  for (const { platform, followers } of candidate.platforms) if (platforms.includes(platform)) sum += followers;
  return sum;
}
