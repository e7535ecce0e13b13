/** Queries about the prices of all packages. Only jobs run them. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** Price statistics of packages for sale. Each price is that of an actual package, and not an average. */
export interface PriceStatistics {
  packages: number;
  /** First quartile, median and third quartile, in cents. */
  quartiles: [number, number, number];
  minCents: number;
  maxCents: number;
  /** Median delivery time. */
  deliveryDays: number;
}

/**
 * Computes price statistics per group. `counts` has the number `n` of packages with each price (`delivery_days` is
 * null) and with each delivery time (`price_cents` is null). There are far fewer of these rows than packages, which
 * would have to be sorted twice.
 */
export const selectPriceStatistics = (group: RawBuilder<unknown>, counts: RawBuilder<unknown>) => sql`
  select ${group}, max(total)::int as packages,
    array[${sql.join([0.25, 0.5, 0.75].map((share) => selectQuantile(share, sql`price_cents`)))}] as quartiles,
    min(price_cents) as min_cents, max(price_cents) as max_cents, ${selectQuantile(0.5, sql`delivery_days`)} as delivery_days
  from (
    select ${group}, price_cents, delivery_days, n, sum(n) over (partition by ${group}, price_cents is null order by price_cents, delivery_days) as upto,
      sum(n) over (partition by ${group}, price_cents is null) as total
    from (${counts}) as counts where n > 0
  ) as ranked group by ${group}`;

const selectQuantile = (share: number, value: RawBuilder<unknown>) =>
  sql`min(${value}) filter (where upto >= total * ${sql.lit(share)})`;

/** Groups packages by price and by delivery time within each group, for `selectPriceStatistics`. */
export const groupByPriceAndDelivery = (group: RawBuilder<unknown>) =>
  sql`group by grouping sets ((${group}, price_cents), (${group}, delivery_days))`;

/** Returns the price statistics of all packages, or undefined if there are none. */
export async function findPriceStatistics(db: Db): Promise<PriceStatistics | undefined> {
  const market = sql`market`;
  const { rows } = await sql<PriceStatistics>`${selectPriceStatistics(
    market,
    sql`select market, price_cents, delivery_days, count(*)::int as n
      from (select true as market, price_cents, delivery_days from package_listing) as l ${groupByPriceAndDelivery(market)}`,
  )}`.execute(db);
  return rows[0];
}

/**
 * Lists price statistics by category, largest category first. A package counts in each of its creator's categories.
 */
export async function listPricesByCategory(db: Db): Promise<(PriceStatistics & { category: string })[]> {
  const category = sql`category`;
  const { rows } = await sql<PriceStatistics & { category: string }>`${selectPriceStatistics(
    category,
    sql`select category, price_cents, delivery_days, count(*)::int as n from package_listing l,
      unnest(l.categories) as category ${groupByPriceAndDelivery(category)}`,
  )} order by packages desc, category`.execute(db);
  return rows;
}

/**
 * Lists price statistics by the creators' number of followers. `from` contains the lower bounds of the follower
 * bands in ascending order, and `band` is an index in `from`.
 */
export async function listPricesByFollowers(
  db: Db,
  from: readonly number[],
): Promise<(PriceStatistics & { band: number })[]> {
  const band = sql`band`;
  const { rows } = await sql<PriceStatistics & { band: number }>`${selectPriceStatistics(
    band,
    sql`select band, price_cents, delivery_days, count(*)::int as n from (
        select width_bucket(followers, ${[...from]}::bigint[]) - 1 as band, price_cents, delivery_days from package_listing
      ) as l ${groupByPriceAndDelivery(band)}`,
  )} order by band`.execute(db);
  return rows;
}
