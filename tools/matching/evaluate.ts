/**
 * Runs two simulations on a generated market, with the same results for the same seed. The first counts how many
 * creators a brand views until it finds a suitable one, sorted by score and by popularity. The second measures the
 * newcomers' share of a year of orders, with and without reserved positions.
 */
import { parseArgs } from 'node:util';
import {
  isNewcomer,
  NEWCOMER_SLOT_INTERVAL,
  NEWCOMER_MIN_SCORE_PERCENT,
  placeCandidates,
  MAX_MATCHES,
  type ScoredCandidate,
} from '@marquee/matching';
import { DEFAULT_WEIGHTS, MAX_WEIGHT } from '@marquee/validation';
import { createRandomChoices } from '../soak/random.ts';
import {
  rankByMatch,
  rankByPopularity,
  wouldBook,
  createSimulatedBrand,
  createSimulatedCreator,
  createSimulatedMarket,
  type SimulatedBrand,
  type SimulatedCreator,
} from './market.ts';

interface LookComparison {
  brands: number;
  /**
   * Average number of views until the first suitable creator, sorted by score. Brands without any suitable creator
   * are left out.
   */
  byMatch: number;
  byPopularity: number;
  /** `byPopularity` divided by `byMatch`. */
  factor: number;
  /** Percentage of brands that have a suitable creator among the first 24. */
  onFirstPage: { match: number; popularity: number };
}

export function compareListOrders({
  seed,
  brands,
  creators,
}: {
  seed: number;
  brands: number;
  creators: number;
}): LookComparison {
  const choices = createRandomChoices(seed, 1);
  const market = createSimulatedMarket(choices, creators);
  const looksByOrder = { match: [] as number[], popularity: [] as number[] };
  while (looksByOrder.match.length < brands) {
    const brand = createSimulatedBrand(choices);
    const ranked = rankByMatch(brand, market);
    if (!ranked.some((creator) => wouldBook(brand, creator))) continue;
    // Order the creators as the page of matches does, with the reserved positions.
    const shownCreators = placeCandidates(ranked, { day: brand.asked.day, most: ranked.length });
    looksByOrder.match.push(1 + shownCreators.findIndex((creator) => wouldBook(brand, creator)));
    looksByOrder.popularity.push(1 + rankByPopularity(ranked).findIndex((creator) => wouldBook(brand, creator)));
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const within = (values: readonly number[]) =>
    (100 * values.filter((value) => value <= MAX_MATCHES).length) / values.length;
  return {
    brands,
    byMatch: mean(looksByOrder.match),
    byPopularity: mean(looksByOrder.popularity),
    factor: mean(looksByOrder.popularity) / mean(looksByOrder.match),
    onFirstPage: { match: within(looksByOrder.match), popularity: within(looksByOrder.popularity) },
  };
}

/** Order of a list: by score with reserved positions (`kept`), by score without them, or by popularity. */
type ListOrder = 'kept' | 'score' | 'popularity';

function simulateLooks(
  { order, proven }: { order: ListOrder; proven: number },
  brand: SimulatedBrand,
  market: readonly SimulatedCreator[],
  day: string,
): ScoredCandidate<SimulatedCreator>[] {
  const ranked = rankByMatch(brand, market, { ...DEFAULT_WEIGHTS, proven });
  if (order === 'popularity') return rankByPopularity(ranked).slice(0, MAX_MATCHES);
  return placeCandidates(ranked, { day, keepsPlaces: order === 'kept' });
}

interface SimulatedYear {
  /** Percentage of views that newcomers get. `bookings` is the same for bookings. */
  exposure: number;
  bookings: number;
  /**
   * Percentage of lists with a newcomer among the first six. Lists with fewer than six creators, or without a
   * newcomer above the minimum score, are left out.
   */
  inFirstSix: number;
  /** Percentage of the creators who joined during the year that got at least one booking. */
  booked: number;
  orders: number;
}

/** Probability that a brand views another creator after viewing one without booking. */
const CONTINUE_PROBABILITY = 0.85;

/**
 * Simulates a year of orders. Every day, some creators join, and some brands go down their list until they book a
 * creator or give up. Views and bookings of a creator count for newcomers only while that creator is a newcomer.
 */
export function simulateYear({
  seed,
  creators,
  brandsADay,
  order,
  proven = DEFAULT_WEIGHTS.proven,
  days = 365,
}: {
  seed: number;
  creators: number;
  brandsADay: number;
  order: ListOrder;
  proven?: number;
  days?: number;
}): SimulatedYear {
  const people = createRandomChoices(seed, 2);
  const market = createSimulatedMarket(people, creators);
  const initialSize = market.length;
  // The number of creators grows by half in a year.
  const joinsADay = creators / 2 / 365;
  const count = { looks: 0, newLooks: 0, bookings: 0, newBookings: 0, lists: 0, listsWithNew: 0 };
  const wasBooked = new Set<string>();
  for (let day = 0; day < days; day++) {
    while (market.length - initialSize < joinsADay * (day + 1))
      market.push(createSimulatedCreator(people, market.length, day, 0));
    // Use a separate seed for each day, so that every order is simulated with the same brands and the same patience.
    const choices = createRandomChoices(seed, 1_000 + day);
    const turn = new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10);
    for (let no = 0; no < brandsADay; no++) {
      const brand: SimulatedBrand = createSimulatedBrand(choices);
      const ends = 1 + Math.floor(Math.log(1 - choices.number()) / Math.log(CONTINUE_PROBABILITY));
      const looks = simulateLooks({ order, proven }, brand, market, turn);
      const floor = Math.max(...looks.map(({ match }) => match.score)) * NEWCOMER_MIN_SCORE_PERCENT;
      if (
        looks.length >= NEWCOMER_SLOT_INTERVAL &&
        looks.some((each) => isNewcomer(each) && each.match.score * 100 >= floor)
      ) {
        count.lists += 1;
        count.listsWithNew += Number(looks.slice(0, NEWCOMER_SLOT_INTERVAL).some(isNewcomer));
      }
      for (const creator of looks.slice(0, ends)) {
        const isNew = isNewcomer(creator);
        count.looks += 1;
        count.newLooks += Number(isNew);
        if (!wouldBook(brand, creator)) continue;
        count.bookings += 1;
        count.newBookings += Number(isNew);
        const booked = market.find(({ id }) => id === creator.id);
        if (booked !== undefined) {
          booked.completed += 1;
          booked.matchRank += 1_000;
        }
        wasBooked.add(creator.id);
        break;
      }
    }
  }
  const joined = market.slice(initialSize);
  const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
  return {
    exposure: percent(count.newLooks, count.looks),
    bookings: percent(count.newBookings, count.bookings),
    inFirstSix: percent(count.listsWithNew, count.lists),
    booked: percent(joined.filter(({ id }) => wasBooked.has(id)).length, joined.length),
    orders: count.bookings,
  };
}

export function main(): void {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, size: { type: 'string', default: '800' } },
  });
  const [seed, creators] = [Number(values.seed), Number(values.size)];
  const comparison = compareListOrders({ seed, brands: 1_000, creators });
  const one = (value: number) => value.toFixed(1);
  console.log(`Seed ${seed}, ${creators} creators. Looks until a fitting creator, ${comparison.brands} brands:`);
  console.log(`  by score       ${one(comparison.byMatch)}   on the first page ${one(comparison.onFirstPage.match)}%`);
  console.log(
    `  by popularity  ${one(comparison.byPopularity)}   on the first page ${one(comparison.onFirstPage.popularity)}%`,
  );
  console.log(`  factor         ${comparison.factor.toFixed(2)}`);
  console.log(
    `A year of orders; newcomers' shares by score with one place of ${NEWCOMER_SLOT_INTERVAL} kept, without, and by popularity:`,
  );
  for (const proven of [DEFAULT_WEIGHTS.proven, MAX_WEIGHT]) {
    console.log(` every brand gives proven work ${proven}`);
    for (const order of ['kept', 'score', 'popularity'] as const) {
      const year = simulateYear({ seed, creators: Math.ceil(creators / 4), brandsADay: 20, order, proven });
      console.log(
        `  ${order.padEnd(10)} in the first six of ${one(year.inFirstSix)}% of lists, looks ${one(year.exposure)}%, bookings ${one(year.bookings)}%, ` +
          `booked at all of those who joined ${one(year.booked)}%, ${year.orders} orders`,
      );
    }
  }
}
