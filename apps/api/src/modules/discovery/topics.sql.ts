/** The parts of the market that have a page: categories, categories on one platform, places. Read by a job only. */
import {
  MIN_LISTED_CREATORS,
  MIN_LOCATION_CREATORS,
  MAX_LOCATIONS,
  PLATFORM_LABELS,
  type Platform,
} from '@marquee/validation';
import { sql } from 'kysely';
import { PLANNED_EACH_TIME } from '../../db/client.ts';
import type { Db } from '../../db/schema.ts';
import { groupByPriceAndDelivery, selectPriceStatistics, type PriceStatistics } from './discovery.sql.ts';

interface TopicStatistics extends PriceStatistics {
  creators: number;
}

const TOPIC_PLATFORMS = Object.keys(PLATFORM_LABELS) as Platform[];

/**
 * The sets of platforms that creators are on, each with its platforms as bits: few, and a bit is much cheaper to look
 * for in every offer than a name.
 */
const platformSetsSql = sql`sets as materialized (
      select platforms, ${sql.join(
        TOPIC_PLATFORMS.map((name, at) => sql`((platforms @> array[${sql.lit(name)}])::int << ${sql.lit(at)})`),
        sql` | `,
      )} as bits
      from creator_listing group by platforms
    )`;
/** How many rows there are in all, and on each platform: a row for each of them would be several times as many. */
const countsByPlatformSql = sql`array[count(*)::int, ${sql.join(
  TOPIC_PLATFORMS.map((_, at) => sql`(count(*) filter (where bits & ${sql.lit(1 << at)} <> 0))::int`),
)}]`;
/** Each number of `countsByPlatformSql` with the name of its platform: null is all of them. */
const byPlatformSql = sql`unnest(numbers, array[null, ${sql.join(TOPIC_PLATFORMS.map((name) => sql.lit(name)))}]) as one (n, platform)`;

/**
 * Categories with somebody in them, the largest first; a creator counts in each that they name. The same on each
 * platform, where at least `MIN_LISTED_CREATORS` are; `platform` is null of the whole category.
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
    select people.creators, offers.* from offers join people
      on people.category = offers.category and people.platform is not distinct from offers.platform
    order by creators desc, category, platform`.execute(db);
  return rows;
}

/** The most common places with at least `MIN_LOCATION_CREATORS` creators, as most of them write it. */
export async function listLocationTopics(db: Db): Promise<(TopicStatistics & { place: string; term: string })[]> {
  const { rows: places } = await sql<{ term: string; place: string; creators: number }>`
    with common as materialized (
      select term, count(*)::int as creators from creator_listing, unnest(places) as term
      group by term having count(*) >= ${sql.lit(MIN_LOCATION_CREATORS)} order by creators desc, term limit ${sql.lit(MAX_LOCATIONS)}
    ), written as materialized (
      select location, count(*) as n from creator_listing l join app_user u on u.id = l.creator_id group by location
    ), parts as materialized (
      select btrim(part) as place, place_of(part) as term, sum(n) as n from (
        select part, sum(n) as n from written, regexp_split_to_table(location, '[,;/|·]') as part group by part
      ) as each_once group by 1, 2
    )
    select distinct on (common.creators, term) term, place, common.creators from parts join common using (term)
    order by common.creators desc, term, n desc, place`.execute(db);
  const term = sql`term`;
  // By itself: a join would not know how few the places are, and read all offers again for each.
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

/** Two parts of the market that share creators: `of` and `other` are a category's name or a place's term. */
interface SharedCreators {
  of: string;
  other: string;
  creators: number;
}

/** How many creators name two categories both; each pair in both directions. */
export async function listCategoryPairs(db: Db): Promise<SharedCreators[]> {
  const { rows } = await sql<SharedCreators>`
    select one as of, other, count(*)::int as creators from creator_listing, unnest(categories) as one, unnest(categories) as other
    where cardinality(categories) > 1 and one <> other group by one, other order by creators desc, one, other`.execute(
    db,
  );
  return rows;
}

/** How many creators of each of these places name a category. */
export async function listCategoriesByLocation(db: Db, places: readonly string[]): Promise<SharedCreators[]> {
  const { rows } = await sql<SharedCreators>`
    select term as of, category as other, count(*)::int as creators
    from creator_listing, unnest(places) as term, unnest(categories) as category
    where term = any(${[...places]}::text[]) group by term, category order by creators desc, term, category`.execute(
    db,
  );
  return rows;
}
