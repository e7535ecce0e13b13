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

/** The same by shares that are reckoned already; the parts are put into words once somebody reads them. */
export function scoreBy(asked: Asked, candidate: Candidate, shares: readonly Share[]): Score {
  const points = ({ most }: Share, percent: number) => Math.floor((most * percent) / 100);
  return {
    score: shares.reduce((sum, share) => sum + points(share, FITS[share.name](asked, candidate).percent), 0),
    get parts() {
      return shares.map((share): Part => {
        const { name, weight, most } = share;
        const { percent, reason, missing } = FITS[name](asked, candidate);
        return {
          name,
          label: MATCH_PARTS[name],
          weight,
          percent,
          most,
          points: points(share, percent),
          reason: reason(),
          missing: percent === 100 ? null : missing(),
        };
      });
    },
  };
}

/** Why a score is not higher: the parts that give less than they could, the largest loss first. */
export const lossesOf = ({ parts }: Score): Part[] =>
  parts
    .filter(({ points, most }) => points < most)
    .toSorted((one, other) => other.most - other.points - (one.most - one.points));

/** The words are for those who are shown: hundreds are scored for them. */
interface Fit {
  percent: number;
  reason: () => string;
  missing: () => string;
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
 * Nobody begins at nothing: everybody is taken to have done 2 of 5 bookings well, and each completed one adds to both.
 */
const PRIOR = { done: 2, of: 5 };

const FITS: Record<MatchPart, (asked: Asked, candidate: Candidate) => Fit> = {
  category: ({ categories }, candidate) => {
    const met = categories.filter((each) => candidate.categories.includes(each));
    const others = categories.filter((each) => !met.includes(each));
    return {
      percent: shareOf(met.length, categories.length),
      reason: () => `Works in ${listed(met)}`,
      missing: () => `Not in ${listed(others)}`,
    };
  },
  platform: ({ platforms }, candidate) => {
    const met = platforms.filter((each) => candidate.platforms.some(({ platform }) => platform === each));
    const others = platforms.filter((each) => !met.includes(each));
    return {
      percent: shareOf(met.length, platforms.length),
      reason: () => `On ${listed(met.map((each) => PLATFORMS[each]))}`,
      missing: () => `Not on ${listed(others.map((each) => PLATFORMS[each]))}`,
    };
  },
  // All of it up to half of the budget, half of it at the whole budget.
  price: ({ budget }, { totalCents }) => ({
    percent: Math.min(100, Math.max(50, Math.floor((150 * budget * 100 - 100 * totalCents) / (budget * 100)))),
    reason: () => `${formatWholeDollars(totalCents)} of your ${formatWholeDollars(budget * 100)}`,
    missing: () => 'A total of at most half your budget would give all points',
  }),
  // 40 when the days just suffice, 100 with `SPARE_DAYS` to spare.
  delivery: (asked, { deliveryDays }) => {
    const spare = (daysLeft(asked) ?? 0) - deliveryDays;
    return {
      percent: Math.max(0, Math.min(100, 40 + Math.floor((60 * spare) / SPARE_DAYS))),
      reason: () => `Delivers in ${count(deliveryDays, 'day')}, ${count(Math.max(0, spare), 'day')} to spare`,
      missing: () => `${SPARE_DAYS} days to spare would cover accepting and starting late`,
    };
  },
  audience: ({ audience, platforms }, candidate) => {
    const { from, to } = audienceBand(audience ?? 0);
    const followers = followersOn(candidate, platforms);
    const percent =
      followers < from ? shareOf(followers, from) : to !== null && followers >= to ? shareOf(to - 1, followers) : 100;
    return {
      percent,
      reason: () => `${count(followers, 'follower')}${platforms.length === 0 ? '' : ' on your platforms'}`,
      missing: () => (followers < from ? 'Smaller than you asked for' : 'Larger than you asked for'),
    };
  },
  proven: (_, { completed }) => ({
    percent: shareOf(completed + PRIOR.done, completed + PRIOR.of),
    reason: () => (completed === 0 ? 'No completed booking yet' : count(completed, 'completed booking')),
    missing: () => 'More completed bookings would give more',
  }),
  words: (asked, { found }) => {
    const terms = labelsOf(asked);
    const met = terms.filter((label) => found.includes(label));
    const others = terms.filter((label) => !met.includes(label));
    return {
      percent: shareOf(met.length, terms.length),
      reason: () => (met.length === 0 ? 'None of your words in the profile or package' : `Says ${listed(met)}`),
      missing: () => `Does not say ${listed(others)}`,
    };
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
  return candidate.platforms
    .filter(({ platform }) => platforms.includes(platform))
    .reduce((sum, { followers }) => sum + followers, 0);
}
