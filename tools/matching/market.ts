/**
 * A market of creators and of brands whose taste is hidden: the score sees the brief and what profiles say, the
 * simulated brand decides by what it would see on the profile itself. The two agree in part, as people and their briefs
 * do.
 */
import { rankCandidates, type DatedMatchQuery, type Candidate, type ScoredCandidate } from '@marquee/matching';
import {
  CREATOR_CATEGORIES,
  DEFAULT_WEIGHTS,
  FOLLOWER_BANDS,
  PLATFORM_NAMES,
  type Category,
  type MatchWeights,
} from '@marquee/validation';
import type { RandomChoices } from '../soak/random.ts';

/** What styles there are; a creator has one, and says so in some words of its own. */
const STYLES = ['minimal', 'playful', 'cinematic', 'vintage', 'outdoor', 'handmade', 'educational', 'luxury'];
const MARKET_CATEGORIES = CREATOR_CATEGORIES.slice(0, 8);

/** A creator with one package, and what only whoever looks at the work can see. */
export interface SimulatedCreator extends Candidate {
  style: string;
  /** How good the work is, 0 to 1. Nothing says it, and it does not depend on how long somebody has been here. */
  quality: number;
  joined: number;
}

/** A brand with its brief, and what it really wants. */
export interface SimulatedBrand {
  asked: DatedMatchQuery;
  style: string;
  /** Of the best that money can buy it wants so much, 0 to 1. */
  demands: number;
}

export const SIMULATION_DAY = '2027-01-01';

/** A creator who joined on a day, with as many completed bookings as somebody of that age may have. */
export function createSimulatedCreator(
  choices: RandomChoices,
  no: number,
  joined: number,
  completed: number,
): SimulatedCreator {
  const categories = [
    choices.pick(MARKET_CATEGORIES),
    ...(choices.chance(0.4) ? [choices.pick(MARKET_CATEGORIES)] : []),
  ];
  const style = choices.pick(STYLES);
  const platforms = [
    ...new Set([choices.pick(PLATFORM_NAMES.slice(0, 4)), choices.pick(PLATFORM_NAMES.slice(0, 4))]),
  ].map((platform) => ({ platform, followers: Math.round(10 ** (2.5 + 3.5 * choices.number())) }));
  return {
    id: `creator-${no}`,
    packageId: `package-${no}`,
    categories: [...new Set(categories)],
    platforms,
    followers: platforms.reduce((sum, { followers }) => sum + followers, 0),
    totalCents: 100 * choices.whole(40, 900),
    deliveryDays: choices.whole(1, 21),
    completed,
    // The simulated brands write no reviews.
    matchRank: completed * 1_000,
    ratingTenths: 0,
    // Most profiles say their style, and some say another one as well.
    found: [
      ...new Set([...(choices.chance(0.8) ? [style] : []), ...(choices.chance(0.3) ? [choices.pick(STYLES)] : [])]),
    ],
    style,
    quality: choices.number(),
    joined,
  };
}

/** A market in which few have most of the bookings. */
export const createSimulatedMarket = (choices: RandomChoices, creators: number): SimulatedCreator[] =>
  Array.from({ length: creators }, (_, no) =>
    createSimulatedCreator(
      choices,
      no,
      0,
      choices.chance(0.3) ? choices.whole(0, 2) : Math.floor(3 + 60 * choices.number() ** 4),
    ),
  );

export function createSimulatedBrand(choices: RandomChoices): SimulatedBrand {
  const style = choices.pick(STYLES);
  const first = choices.pick(MARKET_CATEGORIES);
  const categories: Category[] = choices.chance(0.3) ? [...new Set([first, choices.pick(MARKET_CATEGORIES)])] : [first];
  return {
    asked: {
      categories,
      platforms: choices.chance(0.6) ? [choices.pick(PLATFORM_NAMES.slice(0, 4))] : [],
      budget: choices.whole(250, 1_000),
      audience: choices.chance(0.5) ? choices.pick(FOLLOWER_BANDS) : null,
      tone: '',
      keywords: choices.chance(0.7) ? [style] : [],
      neededBy: choices.chance(0.5) ? `2027-01-${String(choices.whole(10, 31)).padStart(2, '0')}` : '',
      day: SIMULATION_DAY,
    },
    style,
    demands: choices.number() * 0.6,
  };
}

/**
 * Whether the brand, looking at a creator, would book: the style is the wanted one, the work is good enough, the
 * audience is about the wanted size, and the price does not spend nearly all of the budget.
 */
export function wouldBook({ asked, style, demands }: SimulatedBrand, creator: SimulatedCreator): boolean {
  const isInSize =
    asked.audience === null ||
    (creator.followers >= asked.audience / 2 && creator.followers < asked.audience * 20 + 2_000);
  return (
    creator.style === style &&
    creator.quality >= demands &&
    isInSize &&
    creator.totalCents <= asked.budget * 90 &&
    creator.categories[0] !== undefined &&
    asked.categories.some((each) => creator.categories.includes(each))
  );
}

export const rankByMatch = (
  brand: SimulatedBrand,
  market: readonly SimulatedCreator[],
  weights: MatchWeights = DEFAULT_WEIGHTS,
) => rankCandidates(brand.asked, market, weights);

/** The same creators (the brief rules out the same), those with the most completed bookings first. */
export const rankByPopularity = (
  ranked: readonly ScoredCandidate<SimulatedCreator>[],
): ScoredCandidate<SimulatedCreator>[] =>
  ranked.toSorted((one, other) => other.completed - one.completed || other.followers - one.followers);
