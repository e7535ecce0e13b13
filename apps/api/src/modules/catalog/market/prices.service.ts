/** Provides typical prices of packages. */
import { FOLLOWER_BANDS } from '@marquee/validation';
import type { Db } from '../../../db/schema.ts';
import {
  findPriceStatistics,
  listPricesByCategory,
  listPricesByFollowers,
  type PriceStatistics,
} from './prices.sql.ts';

/** Minimum number of packages for showing typical prices. */
const MIN_PACKAGES_FOR_PRICES = 5;

/**
 * Computes typical prices for the whole marketplace, by category and by number of followers. `typical` is null if
 * there are too few packages.
 */
async function computePrices(db: Db) {
  const [all, categories, followers] = await Promise.all([
    findPriceStatistics(db),
    listPricesByCategory(db),
    listPricesByFollowers(db, FOLLOWER_BANDS),
  ]);
  return {
    all: all ? toTypicalPrices(all) : null,
    categories: categories.map((each) => ({ category: each.category, ...toTypicalPrices(each) })),
    followers: followers.map((each) => ({
      from: FOLLOWER_BANDS[each.band] ?? 0,
      to: FOLLOWER_BANDS[each.band + 1] ?? null,
      ...toTypicalPrices(each),
    })),
  };
}

export const PRICES = { name: 'prices', compute: computePrices };

/** Returns the typical prices of a group of packages. `typical` is null if there are too few packages. */
export const toTypicalPrices = ({
  packages,
  quartiles: [lowCents, medianCents, highCents],
  minCents,
  maxCents,
  deliveryDays,
}: PriceStatistics) => ({
  packages,
  typical:
    packages < MIN_PACKAGES_FOR_PRICES ? null : { lowCents, medianCents, highCents, minCents, maxCents, deliveryDays },
});
