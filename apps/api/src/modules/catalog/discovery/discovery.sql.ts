/** Queries about the marketplace for search, the landing page and the site map. */
import type { SortName } from '@marquee/validation';
import type { Platform, WorkspaceId } from '@marquee/contracts';
import { sql, type RawBuilder } from 'kysely';
import { PLANNED_EACH_TIME } from '../../../db/client.ts';
import type { Db } from '../../../db/schema.ts';
import type { CachedAvailabilitySettings } from '../availability/availability.sql.ts';

/** Criteria of a search. Null means no filter. Prices are the creator's, in cents. */
export interface SearchCriteria {
  /** The searched words in lower case. */
  words: string[] | null;
  /** The text query that `findTextQuery` returned for `words`. */
  query: string | null;
  categories: readonly string[] | null;
  platforms: readonly string[] | null;
  language: string | null;
  minFollowers: number | null;
  maxFollowers: number | null;
  minPriceCents: number | null;
  maxPriceCents: number | null;
  maxDays: number | null;
  /** The day by which the creator must be able to start work that is ordered `now`. */
  startsBy: { day: string; now: Date } | null;
  /** Minimum average rating as displayed, in tenths of a star. */
  minTenths: number | null;
  /** The location, as entered by the user. */
  location: string | null;
  sort: SortName;
}

/** Position of a row in the sort order: two descending numbers, and the creator's id for ties. */
export interface SearchCursor {
  first: number;
  second: number;
  id: string;
}

interface CardPlatform {
  platform: Platform;
  handle: string;
  followers: number;
}

interface CardPicture {
  url: string;
  width: number;
  height: number;
  caption: string;
}

/** Data from the read model `creator_card`. */
interface CreatorCardData {
  id: string;
  username: string;
  fullName: string;
  location: string;
  profileImageUrl: string | null;
  categories: string[];
  followers: number;
  /** Average rating in tenths of a star, or 0 without reviews. */
  ratingTenths: number;
  reviewCount: number;
  platforms: CardPlatform[];
  pictures: CardPicture[];
}

interface CardPackage {
  packageId: string;
  packageName: string;
  priceCents: number;
  deliveryDays: number;
  features: string[];
  isPopular: boolean;
  /** Set if options of the package can raise its price. */
  pricesVary?: true;
}

export interface CreatorWithPackage {
  card: CreatorCardData;
  offer: CardPackage;
  completedBookings: number;
}

export const EMPTY_SQL = sql``;

export const toAndConditions = (conditions: readonly (RawBuilder<unknown> | false)[]) => {
  const set = conditions.filter((condition) => condition !== false);
  return set.length === 0 ? EMPTY_SQL : sql`and ${sql.join(set, sql` and `)}`;
};

/** Creates the conditions on price and delivery days, all of which a single package must meet. */
export const createPackageFilter = (
  { minPriceCents, maxPriceCents, maxDays }: SearchCriteria,
  price: RawBuilder<unknown>,
  days: RawBuilder<unknown>,
) =>
  toAndConditions([
    minPriceCents !== null && sql`${price} >= ${minPriceCents}`,
    maxPriceCents !== null && sql`${price} <= ${maxPriceCents}`,
    maxDays !== null && sql`${days} <= ${maxDays}`,
  ]);

/**
 * Creates the same conditions as `createPackageFilter`, written like the index expression of the sort order so that
 * PostgreSQL can use the index.
 */
const createOrderedPackageFilter = (search: SearchCriteria) =>
  search.sort === 'delivery'
    ? toAndConditions([
        search.minPriceCents !== null && sql`l.price_cents >= ${search.minPriceCents}`,
        search.maxPriceCents !== null && sql`l.price_cents <= ${search.maxPriceCents}`,
        search.maxDays !== null && sql`(-l.delivery_days) >= ${-search.maxDays}`,
      ])
    : search.sort === 'price_low'
      ? toAndConditions([
          search.minPriceCents !== null && sql`(-l.price_cents) <= ${-search.minPriceCents}`,
          search.maxPriceCents !== null && sql`(-l.price_cents) >= ${-search.maxPriceCents}`,
          search.maxDays !== null && sql`l.delivery_days <= ${search.maxDays}`,
        ])
      : createPackageFilter(search, sql`l.price_cents`, sql`l.delivery_days`);

/**
 * Whether results are sorted by packages instead of creators. Some filters make this necessary, because the package
 * with the creator's lowest (or highest) price or delivery time may not match them.
 */
const isOrderedByPackage = ({ sort, minPriceCents, maxPriceCents, maxDays }: SearchCriteria) =>
  (sort === 'price_low' && (minPriceCents !== null || maxDays !== null)) ||
  (sort === 'price_high' && (maxPriceCents !== null || maxDays !== null)) ||
  (sort === 'delivery' && (minPriceCents !== null || maxPriceCents !== null));

/**
 * Whether several filters must match the same package. A creator's minimum and maximum values may belong to
 * different packages.
 */
const hasSeveralPackageFilters = ({ minPriceCents, maxPriceCents, maxDays }: SearchCriteria) =>
  [minPriceCents, maxPriceCents, maxDays].filter((each) => each !== null).length > 1;

/**
 * Returns the conditions for creators with a matching package. One filter can be checked with the minimum and
 * maximum values in the creator's listing. With several filters, a single package must meet all of them, so the
 * packages are read as well.
 */
function listPackageConditions(search: SearchCriteria): (RawBuilder<unknown> | false)[] {
  const { minPriceCents, maxPriceCents, maxDays } = search;
  const fitting = sql`from package_listing o where o.creator_id = l.creator_id ${createPackageFilter(search, sql`o.price_cents`, sql`o.delivery_days`)}`;
  return [
    minPriceCents !== null && sql`l.max_price_cents >= ${minPriceCents}`,
    maxPriceCents !== null && sql`l.min_price_cents <= ${maxPriceCents}`,
    maxDays !== null && sql`l.min_days <= ${maxDays}`,
    hasSeveralPackageFilters(search) && sql`exists (select ${fitting})`,
  ];
}

/** Availability settings of the listed creator. A creator without settings is always available. */
const creatorSettingsSql = sql`select from creator_availability a where a.creator_id = l.creator_id`;
const startsByDaySql = ({ day, now }: NonNullable<SearchCriteria['startsBy']>) =>
  sql`starts_by(a.creator_id, ${day}::date, ${now}::timestamptz)`;

/** Conditions on a creator's listing, or on a package listing, which has the same columns. */
export const listCreatorConditions = ({
  categories,
  platforms,
  language,
  minFollowers,
  maxFollowers,
  location: place,
  startsBy,
  minTenths,
}: SearchCriteria) => [
  // Few creators have availability settings. For the others, one index lookup is enough.
  startsBy !== null && sql`not exists (${creatorSettingsSql} and not ${startsByDaySql(startsBy)})`,
  categories !== null && sql`l.categories && ${[...(categories ?? [])]}::text[]`,
  platforms !== null && sql`l.platforms && ${[...(platforms ?? [])]}::text[]`,
  language !== null && sql`l.languages @> array[${language}::text]`,
  place !== null && sql`l.places @> array[place_of(${place})]`,
  minTenths !== null && sql`l.rating_tenths >= ${minTenths}`,
  minFollowers !== null && sql`l.followers >= ${minFollowers}::bigint`,
  maxFollowers !== null && sql`l.followers <= ${maxFollowers}::bigint`,
];

/**
 * Joins the creators' text documents that contain the words. The query must be a literal, so that the planner knows
 * how common the words are.
 */
const joinMatchingDocuments = ({ query }: SearchCriteria) =>
  sql`join creator_document d on d.creator_id = l.creator_id and d.document @@ ${query}::tsquery`;

/** Returns the text query that matches each word by prefix and by stem. */
export async function findTextQuery(db: Db, words: readonly string[]): Promise<string> {
  const { rows } = await sql<{
    query: string | null;
  }>`select search_query(${[...words]}::text[])::text as query`.execute(db);
  return rows[0]?.query ?? '';
}

export const fromMatchingListings = (search: SearchCriteria) => sql`
  from creator_listing l
  ${search.words === null ? EMPTY_SQL : joinMatchingDocuments(search)}
  where true ${toAndConditions([...listCreatorConditions(search), ...listPackageConditions(search)])}`;

/**
 * How a search uses the text. `all`: the text is not used. `few`: results are ranked by text, and creators with
 * similar names are added. `many`: the text must match, and if results are sorted by “Best match”, the
 * `MAX_RANKED_CREATORS` creators with the highest `match_rank` are ranked by text.
 */
export type TextMatching = 'all' | 'few' | 'many';
const MAX_RANKED_CREATORS = 1_001;
const LIKENESS_WEIGHT = sql.lit(2_500);

/**
 * Selects the creators that match the text. Each has a score, from the words in their documents and from the
 * similarity of their name.
 */
function rankedHitsSql(search: SearchCriteria, matches: TextMatching) {
  if (matches === 'all' || (matches === 'many' && search.sort !== 'match')) return EMPTY_SQL;
  const named = sql`
    union all
    select l.creator_id, l.completed, l.match_rank, (likeness * ${LIKENESS_WEIGHT})::int from creators_named_like(${search.words}::text[]) as named
    join creator_listing l on l.creator_id = named.creator_id where true ${toAndConditions([...listCreatorConditions(search), ...listPackageConditions(search)])}`;
  return sql`
    hit as materialized (
      select creator_id, completed, match_rank, sum(score)::int as score from (
        select creator_id, completed, match_rank, (ts_rank('{0.1, 0.3, 0.6, 1}', document, ${search.query}::tsquery) * 10000)::int as score from (
          select d.creator_id, l.completed, l.match_rank, d.document ${fromMatchingListings(search)}
          order by l.match_rank desc, l.followers desc, l.creator_id desc limit ${sql.lit(MAX_RANKED_CREATORS)}
        ) as proven
        ${matches === 'few' ? named : EMPTY_SQL}
      ) as scores group by creator_id, completed, match_rank
    ),`;
}

/** Selects the matching creators (or packages), each with the two numbers by which they are sorted. */
function orderedListingsSql(search: SearchCriteria, matches: TextMatching, after: SearchCursor | null) {
  const byOffer = isOrderedByPackage(search);
  const lowest = byOffer ? sql`l.price_cents` : sql`l.min_price_cents`;
  const highest = byOffer ? sql`l.price_cents` : sql`l.max_price_cents`;
  const fastest = byOffer ? sql`l.delivery_days` : sql`l.min_days`;
  const orders = {
    match:
      search.words === null
        ? ([sql`l.match_rank`, sql`l.followers`] as const)
        : ([sql`l.score`, sql`l.match_rank`] as const),
    newest: [sql`l.joined_ms`, sql`l.completed`],
    price_low: [sql`(-${lowest})`, sql`l.completed`],
    price_high: [highest, sql`l.completed`],
    delivery: [sql`(-${fastest})`, sql`l.completed`],
    followers: [sql`l.followers`, sql`l.completed`],
    // The rank puts creators without reviews last.
    rating: [sql`l.rating_rank`, sql`l.completed`],
  } as const;
  const [first, second] = orders[search.sort];
  const isAfter =
    after !== null &&
    sql`(${first}, ${second}, l.creator_id) < (${after.first}::bigint, ${after.second}::bigint, ${after.id}::uuid)`;
  // The ranked rows already match the filters and contain the columns for sorting.
  if (matches !== 'all' && search.sort === 'match')
    return sql`
      select l.creator_id, l.completed, ${first} as first, ${second} as second from hit l
      where true ${toAndConditions([isAfter])} order by ${first} desc, ${second} desc, l.creator_id desc`;
  const text =
    matches === 'all'
      ? EMPTY_SQL
      : matches === 'few'
        ? sql`join hit on hit.creator_id = l.creator_id`
        : joinMatchingDocuments(search);
  // Each creator appears once, with the first matching package in the sort order.
  const by = search.sort === 'delivery' ? sql.ref('deliveryDays') : sql.ref('priceCents');
  const isBefore = search.sort === 'price_high' ? sql`>` : sql`<`;
  const isFirst = sql`not exists (select from package_listing o
    where o.creator_id = l.creator_id ${createPackageFilter(search, sql`o.price_cents`, sql`o.delivery_days`)}
      and (o.${by}, o.package_id) ${isBefore} (l.${by}, l.package_id))`;
  return sql`
    select l.creator_id, l.completed, ${first} as first, ${second} as second
    from ${byOffer ? sql`package_listing` : sql`creator_listing`} l ${text}
    where true ${byOffer ? createOrderedPackageFilter(search) : EMPTY_SQL}
      ${toAndConditions([...listCreatorConditions(search), ...(byOffer ? [isFirst] : listPackageConditions(search)), isAfter])}
    order by ${first} desc, ${second} desc, l.creator_id desc`;
}

/**
 * Selects the package that represents a creator, among the packages that match. If results are sorted by price or
 * delivery time, this is the first package in that order. Otherwise, it is the best text match, then the more
 * popular and then the cheaper package.
 */
function bestPackageSql(search: SearchCriteria) {
  const offer = sql`jsonb_array_elements(cards.offers) as offer`;
  const price = sql`(offer ->> 'priceCents')::int`;
  const fitting = createPackageFilter(search, price, sql`(offer ->> 'deliveryDays')::int`);
  if (search.sort === 'price_low' || search.sort === 'price_high')
    return sql`select offer from ${offer} where true ${fitting}
      order by ${price} ${search.sort === 'price_low' ? EMPTY_SQL : sql`desc`}, (offer ->> 'isPopular')::boolean desc,
        offer ->> 'packageId' limit ${sql.lit(1)}`;
  if (search.sort === 'delivery')
    return sql`select offer from ${offer} where true ${fitting}
      order by (offer ->> 'deliveryDays')::int, (offer ->> 'isPopular')::boolean desc, ${price}, offer ->> 'packageId' limit ${sql.lit(1)}`;
  if (search.words === null)
    // Without search words, the more popular and then the cheaper package wins. `cards.offers` is already sorted
    // that way.
    return sql`select offer from jsonb_array_elements(cards.offers) with ordinality as each (offer, place)
      where true ${fitting} order by place limit ${sql.lit(1)}`;
  return sql`
    select offer from ${offer} join package_document d on d.package_id = (offer ->> 'packageId')::uuid
    where true ${fitting}
    order by ts_rank(d.document, ${search.query}::tsquery) desc, (offer ->> 'isPopular')::boolean desc, ${price},
      d.package_id limit ${sql.lit(1)}`;
}

export interface CreatorResultRow extends CreatorWithPackage, SearchCursor {
  /** Null if the creator has no settings. */
  availability: CachedAvailabilitySettings | null;
}

/**
 * Lists a page of search results in the sort order, with one additional row if there is a next page. `total` is the
 * number of ranked results (at most `MAX_RANKED_CREATORS`, or more with similar names), and null if results are not
 * ranked.
 */
export async function listCreators(
  db: Db,
  search: SearchCriteria,
  matches: TextMatching,
  after: SearchCursor | null,
  limit: number,
): Promise<{ rows: CreatorResultRow[]; total: number | null }> {
  const isRanked = matches === 'few' || (matches === 'many' && search.sort === 'match');
  const { rows } = await sql<CreatorResultRow & { total: number | null }>`${planPerSearch(search)}
    with ${rankedHitsSql(search, matches)} page as materialized (${orderedListingsSql(search, matches, after)} limit ${sql.lit(limit + 1)}),
    shown as (
      select cards.card, cards.availability, best.offer, page.completed as completed_bookings, page.creator_id as id,
        page.first::int8 as first, page.second::int8 as second
      from page
      join creator_card cards on cards.creator_id = page.creator_id
      cross join lateral (${bestPackageSql(search)}) as best
    )
    select ${isRanked ? sql`total,` : EMPTY_SQL} card, availability, offer, completed_bookings, id, first, second
    from ${isRanked ? sql`(select count(*)::int as total from hit) as counted left join shown on true` : sql`shown`}
    order by first desc, second desc, id desc`.execute(db);
  // If the page is empty, there is one row that contains only the total.
  return { rows: rows.filter(({ card }) => card !== null), total: rows[0]?.total ?? null };
}

/** Counts the results of a search, up to `most` + 1. */
export async function countCreators(db: Db, search: SearchCriteria, most: number): Promise<number> {
  const matches =
    search.startsBy === null
      ? sql`select ${fromMatchingListings(search)}`
      : // Count creators without availability settings first. If they reach the limit, no bookings have to be read.
        sql`select ${fromMatchingListings({ ...search, startsBy: null })} and not exists (${creatorSettingsSql})
            union all select ${fromMatchingListings({ ...search, startsBy: null })} and exists (${creatorSettingsSql} and ${startsByDaySql(search.startsBy)})`;
  const { rows } = await sql<{ count: number }>`${planPerSearch(search)}
    select count(*)::int as count from (${matches} limit ${sql.lit(most + 1)}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Makes PostgreSQL plan the statement for the actual filter values, because the best plan depends on how many rows
 * they match.
 */
export const planPerSearch = (search: SearchCriteria) =>
  Object.values({ ...search, sort: null }).some((each) => each !== null) ? PLANNED_EACH_TIME : EMPTY_SQL;

/** Returns those of the packages with these `ids` that are for sale, in the order of `ids`. */
export async function listPackagesToCompare(db: Db, ids: readonly string[]): Promise<CreatorWithPackage[]> {
  const { rows } = await sql<CreatorWithPackage>`
    select cards.card, best.offer, listed.completed as completed_bookings
    from unnest(${[...ids]}::uuid[]) with ordinality as asked (package_id, place)
    join package_listing as listed on listed.package_id = asked.package_id
    join creator_card as cards on cards.creator_id = listed.creator_id
    cross join lateral (select offer from jsonb_array_elements(cards.offers) as offer
      where offer ->> 'packageId' = listed.package_id::text) as best
    order by asked.place`.execute(db);
  return rows;
}

/** Maximum number of new packages that are compared with a saved search. */
const MAX_ARRIVALS = sql.lit(2_000);

/**
 * Lists matching packages that became available after `afterSeq`, only the cheapest per creator. Leaves out the
 * owner of the saved search, and creators that were already in a notification about this search.
 */
export async function listArrivals(
  db: Db,
  search: SearchCriteria,
  {
    searchId,
    workspaceId,
    afterSeq,
    limit,
  }: { searchId: string; workspaceId: WorkspaceId; afterSeq: number; limit: number },
): Promise<CreatorWithPackage[]> {
  const { rows } = await sql<CreatorWithPackage>`${PLANNED_EACH_TIME}
    with arrived as materialized (
      select package_id from package_arrival where seq > ${afterSeq} order by seq desc limit ${MAX_ARRIVALS}
    ),
    first as materialized (
      select distinct on (o.creator_id) o.creator_id, o.package_id, l.completed, l.match_rank
      from arrived join package_listing o on o.package_id = arrived.package_id ${createPackageFilter(search, sql`o.price_cents`, sql`o.delivery_days`)}
      join creator_listing l on l.creator_id = o.creator_id
      ${search.words === null ? EMPTY_SQL : joinMatchingDocuments(search)}
      where l.creator_id <> ${workspaceId}
        and not exists (select from saved_search_notified t where t.search_id = ${searchId} and t.creator_id = l.creator_id)
        ${toAndConditions(listCreatorConditions(search))}
      order by o.creator_id, o.price_cents, o.package_id
    )
    select cards.card, best.offer, first.completed as completed_bookings
    from (select creator_id, package_id, completed, match_rank from first order by match_rank desc, creator_id limit ${sql.lit(limit)}) as first
    join creator_card cards on cards.creator_id = first.creator_id
    cross join lateral (select offer from jsonb_array_elements(cards.offers) as offer
      where offer ->> 'packageId' = first.package_id::text) as best
    order by first.match_rank desc, first.creator_id`.execute(db);
  return rows;
}

/** Returns the number of the latest package arrival, or 0. Later arrivals have higher numbers. */
export async function findNewestArrival(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from package_arrival`.execute(db);
  return rows[0]?.seq ?? 0;
}
