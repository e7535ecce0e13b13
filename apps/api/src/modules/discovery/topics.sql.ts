/** The parts of the market that have a page: categories, categories on one platform, places. Read by a job only. */
import { MIN_LISTED_CREATORS, MIN_PLACE_CREATORS, MAX_PLACES, type Platform } from '@marquee/validation';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { offered, prices, type Prices } from './discovery.sql.ts';

interface Counted extends Prices {
  creators: number;
}

const counted = sql`count(distinct l.creator_id)::int as creators, ${prices}`;

/** Categories with somebody in them, the largest first; a creator counts in each that they name. */
export async function listCategoryTopics(db: Db): Promise<(Counted & { category: string })[]> {
  const { rows } = await sql<Counted & { category: string }>`
    select category, ${counted} from ${offered}, unnest(l.categories) as category
    group by category order by creators desc, category`.execute(db);
  return rows;
}

/** The same on each platform, where at least `MIN_LISTED_CREATORS` are. */
export async function listPlatformTopics(db: Db): Promise<(Counted & { category: string; platform: Platform })[]> {
  const { rows } = await sql<Counted & { category: string; platform: Platform }>`
    select category, platform, ${counted} from ${offered}, unnest(l.categories) as category, unnest(l.platforms) as platform
    group by category, platform having count(distinct l.creator_id) >= ${sql.lit(MIN_LISTED_CREATORS)}
    order by creators desc, category, platform`.execute(db);
  return rows;
}

/** The most common places with at least `MIN_PLACE_CREATORS` creators, as most of them write it. */
export async function listPlaceTopics(db: Db): Promise<(Counted & { place: string; term: string })[]> {
  const { rows } = await sql<Counted & { place: string; term: string }>`
    with common as materialized (
      select term, count(*) as creators from creator_listing, unnest(places) as term
      group by term having count(*) >= ${sql.lit(MIN_PLACE_CREATORS)} order by creators desc, term limit ${sql.lit(MAX_PLACES)}
    ), names as materialized (
      select term, mode() within group (order by btrim(part)) as place
      from common join creator_listing l on l.places @> array[term]
        join app_user u on u.id = l.creator_id, regexp_split_to_table(u.location, '[,;/|·]') as part
      where place_of(part) = term group by term
    )
    select term, names.place, ${counted} from ${offered}, unnest(l.places) as term join names using (term)
    group by term, names.place order by creators desc, term`.execute(db);
  return rows;
}

/** Two parts of the market that share creators: `of` and `other` are a category's name or a place's term. */
interface Shared {
  of: string;
  other: string;
  creators: number;
}

/** How many creators name two categories both; each pair in both directions. */
export async function listCategoryPairs(db: Db): Promise<Shared[]> {
  const { rows } = await sql<Shared>`
    select one as of, other, count(*)::int as creators from creator_listing, unnest(categories) as one, unnest(categories) as other
    where one <> other group by one, other order by creators desc, one, other`.execute(db);
  return rows;
}

/** How many creators of each of these places name a category. */
export async function listCategoriesOfPlaces(db: Db, places: readonly string[]): Promise<Shared[]> {
  const { rows } = await sql<Shared>`
    select term as of, category as other, count(*)::int as creators
    from creator_listing, unnest(places) as term, unnest(categories) as category
    where term = any(${[...places]}::text[]) group by term, category order by creators desc, term, category`.execute(
    db,
  );
  return rows;
}
