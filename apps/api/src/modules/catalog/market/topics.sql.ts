/**
 * Computes the statistics of topic pages: categories, categories on one platform, and locations. Only a job runs
 * these queries.
 */
import { MIN_LISTED_CREATORS, MIN_LOCATION_CREATORS, MAX_LOCATIONS } from '@marquee/validation';
import { PLATFORM_LABELS, type Platform } from '@marquee/contracts';
import { sql } from 'kysely';
import { PLANNED_EACH_TIME } from '../../../db/client.ts';
import type { Db } from '../../../db/schema.ts';
import { groupByPriceAndDelivery, selectPriceStatistics, type PriceStatistics } from './prices.sql.ts';

interface TopicStatistics extends PriceStatistics {
  creators: number;
}

const TOPIC_PLATFORMS = Object.keys(PLATFORM_LABELS) as Platform[];

/**
 * All combinations of platforms that creators use, each with a bit mask. There are few, and testing a bit is much
 * cheaper than comparing names for every package.
 */
const platformSetsSql = sql`sets as materialized (
      select platforms, ${sql.join(
        TOPIC_PLATFORMS.map((name, at) => sql`((platforms @> array[${sql.lit(name)}])::int << ${sql.lit(at)})`),
        sql` | `,
      )} as bits
      from creator_listing group by platforms
    )`;
/**
 * Counts rows in total and per platform in one array, because one row per platform would multiply the number of
 * rows.
 */
const countsByPlatformSql = sql`array[count(*)::int, ${sql.join(
  TOPIC_PLATFORMS.map((_, at) => sql`(count(*) filter (where bits & ${sql.lit(1 << at)} <> 0))::int`),
)}]`;
/** Turns the array of `countsByPlatformSql` into rows with the name of the platform. A null name means the total. */
const byPlatformSql = sql`unnest(numbers, array[null, ${sql.join(TOPIC_PLATFORMS.map((name) => sql.lit(name)))}]) as one (n, platform)`;

/**
 * Lists categories with creators, largest first. Each category has a row for all platforms (`platform` is null), and
 * a row for each platform with at least `MIN_LISTED_CREATORS` creators. A creator counts in each of their
 * categories.
 */
export async function listCategoryTopics(
  db: Db,
): Promise<(TopicStatistics & { category: string; platform: Platform | null })[]> {
  const category = sql`category`;
  const group = sql`category, platform`;
  const { rows } = await sql<TopicStatistics & { category: string; platform: Platform | null }>`
    with ${platformSetsSql}, people as (
      select category, platform, n as creators from (
        select category, ${countsByPlatformSql} as numbers from creator_listing join sets using (platforms),
          unnest(categories) as category group by category
      ) as counts, ${byPlatformSql} where platform is null or n >= ${sql.lit(MIN_LISTED_CREATORS)}
    ), offers as (${selectPriceStatistics(
      group,
      sql`select category, platform, price_cents, delivery_days, n from (
          select category, price_cents, delivery_days, ${countsByPlatformSql} as numbers
          from package_listing join sets using (platforms), unnest(categories) as category ${groupByPriceAndDelivery(category)}
        ) as counts, ${byPlatformSql}`,
    )})
    select people.creators, offers.category, offers.platform, packages, quartiles, min_cents, max_cents, delivery_days
    from offers join people
      on people.category = offers.category and people.platform is not distinct from offers.platform
    order by creators desc, category, platform`.execute(db);
  return rows;
}

/** Lists the most common locations with at least `MIN_LOCATION_CREATORS` creators, in their most common spelling. */
export async function listLocationTopics(db: Db): Promise<(TopicStatistics & { place: string; term: string })[]> {
  const { rows: places } = await sql<{ term: string; place: string; creators: number }>`
    with common as materialized (
      select term, count(*)::int as creators from creator_listing, unnest(places) as term
      group by term having count(*) >= ${sql.lit(MIN_LOCATION_CREATORS)} order by creators desc, term limit ${sql.lit(MAX_LOCATIONS)}
    ), written as materialized (
      select location, count(*) as n from creator_listing l join workspace u on u.id = l.creator_id group by location
    ), parts as materialized (
      select btrim(part) as place, place_of(part) as term, sum(n) as n from (
        select part, sum(n) as n from written, regexp_split_to_table(location, '[,;/|·]') as part group by part
      ) as each_once group by 1, 2
    )
    select distinct on (common.creators, term) term, place, common.creators from parts join common using (term)
    order by common.creators desc, term, n desc, place`.execute(db);
  const term = sql`term`;
  // Read prices in a separate statement. With a join, the planner does not know how few locations there are and
  // reads all packages for each.
  const { rows: offers } = await sql<PriceStatistics & { term: string }>`${PLANNED_EACH_TIME} ${selectPriceStatistics(
    term,
    sql`select term, price_cents, delivery_days, count(*)::int as n from package_listing l, unnest(l.places) as term
      where term = any(${places.map((one) => one.term)}::text[]) ${groupByPriceAndDelivery(term)}`,
  )}`.execute(db);
  const pricesIn = new Map(offers.map((one) => [one.term, one]));
  return places.flatMap((place) => {
    const found = pricesIn.get(place.term);
    return found === undefined ? [] : [{ ...found, ...place }];
  });
}

/** Two topics that share creators. `of` and `other` are the name of a category or the term of a location. */
interface SharedCreators {
  of: string;
  other: string;
  creators: number;
}

/** Counts the creators that each pair of categories has in common. Each pair is listed in both directions. */
export async function listCategoryPairs(db: Db): Promise<SharedCreators[]> {
  const { rows } = await sql<SharedCreators>`
    select one as of, other, count(*)::int as creators from creator_listing, unnest(categories) as one, unnest(categories) as other
    where cardinality(categories) > 1 and one <> other group by one, other order by creators desc, one, other`.execute(
    db,
  );
  return rows;
}

export async function listCategoriesByLocation(db: Db, places: readonly string[]): Promise<SharedCreators[]> {
  const { rows } = await sql<SharedCreators>`
    select term as of, category as other, count(*)::int as creators
    from creator_listing, unnest(places) as term, unnest(categories) as category
    where term = any(${[...places]}::text[]) group by term, category order by creators desc, term, category`.execute(
    db,
  );
  return rows;
}
