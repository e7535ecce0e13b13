/**
 * Generates a market of creators and of brands with hidden preferences. The score uses the brief and the profile
 * data, but a simulated brand decides by the actual style and quality of the work. The two only agree in part, as in
 * real life.
 */
import { rankCandidates, type DatedMatchQuery, type Candidate, type ScoredCandidate } from '@marquee/matching';
import { DEFAULT_WEIGHTS, FOLLOWER_BANDS, type MatchWeights } from '@marquee/validation';
import { CREATOR_CATEGORIES, PLATFORM_NAMES, type Category } from '@marquee/contracts';
import type { RandomChoices } from '../soak/random.ts';

/** Styles of creators' work. Each creator has one style, and most profiles mention it. */
const STYLES = ['minimal', 'playful', 'cinematic', 'vintage', 'outdoor', 'handmade', 'educational', 'luxury'];
const MARKET_CATEGORIES = CREATOR_CATEGORIES.slice(0, 8);

/** Creator with one package, and with properties that only a person who sees the work can know. */
export interface SimulatedCreator extends Candidate {
  style: string;
  /**
   * Quality of the work, 0 to 1. The profile does not contain it, and it does not depend on how long the creator has
   * been on the marketplace.
   */
  quality: number;
  joined: number;
}

export interface SimulatedBrand {
  asked: DatedMatchQuery;
  style: string;
  /** Lowest quality that the brand accepts, 0 to 1. */
  demands: number;
}

export const SIMULATION_DAY = '2027-01-01';

/** Creates a creator who joined on day `joined` and has `completed` bookings. */
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
    // Rank creators by completed bookings only, because simulated brands write no reviews.
    matchRank: completed * 1_000,
    ratingTenths: 0,
    // Most profiles mention the creator's own style, and some mention another one.
    found: [
      ...new Set([...(choices.chance(0.8) ? [style] : []), ...(choices.chance(0.3) ? [choices.pick(STYLES)] : [])]),
    ],
    style,
    quality: choices.number(),
    joined,
  };
}

/** Creates a market in which a few creators have most of the completed bookings. */
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
 * Returns true if the brand would book the creator. The style and a category must match, the quality and the
 * audience size must be acceptable, and the price must be at most 90 % of the budget.
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

/** Sorts creators by completed bookings, then by followers. `ranked` contains only creators who fit the brief. */
export const rankByPopularity = (
  ranked: readonly ScoredCandidate<SimulatedCreator>[],
): ScoredCandidate<SimulatedCreator>[] =>
  ranked.toSorted((one, other) => other.completed - one.completed || other.followers - one.followers);
