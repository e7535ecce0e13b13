/**
 * The score of a match: 100 points, divided over the parts by their weights. A part gives as much of its points as the
 * creator meets of the brief, rounded down, so that the points of all parts add up to the score and anybody can reckon
 * it again.
 */
import { DEFAULT_WINDOWS } from '@marquee/booking';
import { formatWholeDollars } from '@marquee/money';
import {
  audienceBand,
  MATCH_PART_NAMES,
  MATCH_PARTS,
  PLATFORMS,
  type MatchPart,
  type MatchQuery,
  type MatchWeights,
  type Platform,
} from '@marquee/validation';

/** A brief, and the day on which it is asked: '2027-03-14'. */
export interface Asked extends MatchQuery {
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
  /** The labels of those terms of the brief (`termsOf`) that the package or the profile says. */
  found: readonly string[];
}

/** One part of a score. */
export interface Part {
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

export interface Score {
  /** 0 to 100; the sum of the points of the parts. */
  score: number;
  readonly parts: Part[];
}

/** What the words of a creator are searched for: met when every word of one of the alternatives is found. */
export interface Term {
  label: string;
  anyOf: string[][];
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The terms of a brief: each keyword, and the tone, of whose words one is enough. */
export function termsOf({ keywords, tone }: Pick<MatchQuery, 'keywords' | 'tone'>): Term[] {
  const ofTone = wordsIn(tone).filter((word) => word !== 'and');
  const terms = keywords.map((label) => ({ label, anyOf: [wordsIn(label)] }));
  return tone === '' ? terms : [...terms, { label: tone, anyOf: ofTone.map((word) => [word]) }];
}

const DAY_MS = 86_400_000;

/** Asked of every candidate for one brief. */
const left = new WeakMap<Asked, number | null>();

/** How many days are left from the day of asking to the day by which the work is needed; null: whenever. */
export function daysLeft(asked: Asked): number | null {
  let days = left.get(asked);
  if (days === undefined) {
    days = asked.neededBy === '' ? null : Math.round((Date.parse(asked.neededBy) - Date.parse(asked.day)) / DAY_MS);
    left.set(asked, days);
  }
  return days;
}

/** What the brief rules out is not scored: another field, none of the platforms, above the budget, or too late. */
export function isEligible(asked: Asked, candidate: Candidate): boolean {
  const days = daysLeft(asked);
  return (
    asked.categories.some((each) => candidate.categories.includes(each)) &&
    (asked.platforms.length === 0 || candidate.platforms.some(({ platform }) => asked.platforms.includes(platform))) &&
    candidate.totalCents <= asked.budget * 100 &&
    (days === null || candidate.deliveryDays <= days)
  );
}

/** The parts that a brief says something about. The others are not in the score. */
export function countedParts(asked: MatchQuery): MatchPart[] {
  const says: Record<MatchPart, boolean> = {
    category: true,
    platform: asked.platforms.length > 0,
    price: true,
    delivery: asked.neededBy !== '',
    audience: asked.audience !== null,
    proven: true,
    words: termsOf(asked).length > 0,
  };
  return MATCH_PART_NAMES.filter((part) => says[part]);
}

/**
 * The most points of each counted part: its share of 100 by weight, rounded down; what is left over goes to the first
 * ones, a point each. Where every weight is 0 all count the same.
 */
export function sharesOf(
  asked: MatchQuery,
  weights: MatchWeights,
): { name: MatchPart; weight: number; most: number }[] {
  const counted = countedParts(asked);
  const isNone = counted.every((name) => weights[name] === 0);
  const weighed = counted.map((name) => ({ name, weight: isNone ? 1 : weights[name] }));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const shares = weighed.map((each) => ({ ...each, most: Math.floor((100 * each.weight) / all) }));
  let left = 100 - shares.reduce((sum, { most }) => sum + most, 0);
  return shares.map((share) => (share.weight > 0 && left-- > 0 ? { ...share, most: share.most + 1 } : share));
}

type Share = ReturnType<typeof sharesOf>[number];

/** The score of a candidate who is eligible, with its parts in their order. */
export const scoreOf = (asked: Asked, candidate: Candidate, weights: MatchWeights): Score =>
  scoreBy(asked, candidate, sharesOf(asked, weights));

const pointsOf = (most: number, percent: number) => Math.floor((most * percent) / 100);

/** The score alone by shares that are reckoned already: hundreds are scored for the few who are shown. */
export function sumOf(asked: Asked, candidate: Candidate, shares: readonly Share[]): number {
  let sum = 0;
  for (const { name, most } of shares) sum += pointsOf(most, FITS[name].percent(asked, candidate));
  return sum;
}

/** The same with its parts, which are put into words once somebody reads them. */
export const scoreBy = (asked: Asked, candidate: Candidate, shares: readonly Share[]): Score => ({
  score: sumOf(asked, candidate, shares),
  get parts() {
    return shares.map(({ name, weight, most }): Part => {
      const fit = FITS[name];
      const percent = fit.percent(asked, candidate);
      return {
        name,
        label: MATCH_PARTS[name],
        weight,
        percent,
        most,
        points: pointsOf(most, percent),
        reason: fit.reason(asked, candidate),
        missing: percent === 100 ? null : fit.missing(asked, candidate),
      };
    });
  },
});

/** Why a score is not higher: the parts that give less than they could, the largest loss first. */
export const lossesOf = ({ parts }: Score): Part[] =>
  parts
    .filter(({ points, most }) => points < most)
    .toSorted((one, other) => other.most - other.points - (one.most - one.points));

interface Fit {
  percent: (asked: Asked, candidate: Candidate) => number;
  reason: (asked: Asked, candidate: Candidate) => string;
  missing: (asked: Asked, candidate: Candidate) => string;
}

const shareOf = (met: number, all: number) => Math.floor((100 * met) / all);
const listed = (names: readonly string[]) => names.join(', ');
const count = (value: number, noun: string) => `${value.toLocaleString('en-US')} ${noun}${value === 1 ? '' : 's'}`;

/**
 * A date is met safely when the work would be there in time although the creator takes as long to accept and to start
 * as the usual windows allow: 3 and 7 days.
 */
export const SPARE_DAYS = Math.ceil(DEFAULT_WINDOWS.acceptHours / 24) + DEFAULT_WINDOWS.startDays;

/**
 * Nobody begins at nothing: everybody is taken to have done 2 of 5 bookings well, and each completed one, weighted by
 * the ratings, adds to both.
 */
const PRIOR = { done: 2, of: 5 };

const isIn = (candidate: Candidate) => (category: string) => candidate.categories.includes(category);
const isOn = (candidate: Candidate) => (name: Platform) =>
  candidate.platforms.some(({ platform }) => platform === name);
const isSaidBy = (candidate: Candidate) => (label: string) => candidate.found.includes(label);
/** How many hundredths of a list have something. */
const shareWith = <T>(list: readonly T[], has: (each: T) => boolean) => {
  let met = 0;
  for (const each of list) if (has(each)) met += 1;
  return shareOf(met, list.length);
};
const without = <T>(list: readonly T[], has: (each: T) => boolean) => list.filter((each) => !has(each));
const named = (platforms: readonly Platform[]) => listed(platforms.map((each) => PLATFORMS[each]));
const spareDays = (asked: Asked, { deliveryDays }: Candidate) => (daysLeft(asked) ?? 0) - deliveryDays;

const FITS: Record<MatchPart, Fit> = {
  category: {
    percent: ({ categories }, candidate) => shareWith(categories, isIn(candidate)),
    reason: ({ categories }, candidate) => `Works in ${listed(categories.filter(isIn(candidate)))}`,
    missing: ({ categories }, candidate) => `Not in ${listed(without(categories, isIn(candidate)))}`,
  },
  platform: {
    percent: ({ platforms }, candidate) => shareWith(platforms, isOn(candidate)),
    reason: ({ platforms }, candidate) => `On ${named(platforms.filter(isOn(candidate)))}`,
    missing: ({ platforms }, candidate) => `Not on ${named(without(platforms, isOn(candidate)))}`,
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
      Math.max(0, Math.min(100, 40 + Math.floor((60 * spareDays(asked, candidate)) / SPARE_DAYS))),
    reason: (asked, candidate) =>
      `Delivers in ${count(candidate.deliveryDays, 'day')}, ${count(Math.max(0, spareDays(asked, candidate)), 'day')} to spare`,
    missing: () => `${SPARE_DAYS} days to spare would cover accepting and starting late`,
  },
  audience: {
    percent: ({ audience, platforms }, candidate) => {
      const { from, to } = audienceBand(audience ?? 0);
      const followers = followersOn(candidate, platforms);
      if (followers < from) return shareOf(followers, from);
      return to !== null && followers >= to ? shareOf(to - 1, followers) : 100;
    },
    reason: ({ platforms }, candidate) =>
      `${count(followersOn(candidate, platforms), 'follower')}${platforms.length === 0 ? '' : ' on your platforms'}`,
    missing: ({ audience, platforms }, candidate) =>
      followersOn(candidate, platforms) < audienceBand(audience ?? 0).from
        ? 'Smaller than you asked for'
        : 'Larger than you asked for',
  },
  proven: {
    percent: (_, { matchRank }) => shareOf(matchRank + 1_000 * PRIOR.done, matchRank + 1_000 * PRIOR.of),
    reason: (_, { completed, ratingTenths }) =>
      completed === 0
        ? 'No completed booking yet'
        : `${count(completed, 'completed booking')}${ratingTenths === 0 ? '' : `, rated ${(ratingTenths / 10).toFixed(1)} of 5`}`,
    missing: () => 'More completed bookings or better ratings would give more',
  },
  words: {
    percent: (asked, candidate) => shareWith(labelsOf(asked), isSaidBy(candidate)),
    reason: (asked, candidate) => {
      const met = labelsOf(asked).filter(isSaidBy(candidate));
      return met.length === 0 ? 'None of your words in the profile or package' : `Says ${listed(met)}`;
    },
    missing: (asked, candidate) => `Does not say ${listed(without(labelsOf(asked), isSaidBy(candidate)))}`,
  },
};

/** Asked of every candidate for one brief. */
const labels = new WeakMap<Asked, readonly string[]>();

function labelsOf(asked: Asked): readonly string[] {
  const known = labels.get(asked) ?? termsOf(asked).map(({ label }) => label);
  labels.set(asked, known);
  return known;
}

/** Followers on the platforms that are asked for; on all of them when none is. */
function followersOn(candidate: Candidate, platforms: readonly Platform[]): number {
  if (platforms.length === 0) return candidate.followers;
  let sum = 0;
  for (const { platform, followers } of candidate.platforms) if (platforms.includes(platform)) sum += followers;
  return sum;
}
