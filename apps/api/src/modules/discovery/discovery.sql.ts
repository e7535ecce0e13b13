/**
 * Reads over everything that can be found. Figures and lists for
 * people to look at: nothing here decides or changes anything.
 */
import type { Platform } from '@marquee/validation';
import { sql, type RawBuilder } from 'kysely';
import { isForSale } from '../../db/for-sale.ts';
import type { Db } from '../../db/schema.ts';

/** A search in the database's terms. Null: does not filter. Prices are the creator's, in cents. */
export interface Search {
  /** In lower case, letters and digits only; the query is built from them. */
  words: string[] | null;
  categories: readonly string[] | null;
  platforms: readonly string[] | null;
  language: string | null;
  minFollowers: number | null;
  maxFollowers: number | null;
  minPriceCents: number | null;
  maxPriceCents: number | null;
  maxDays: number | null;
  sort: 'match' | 'newest' | 'price_low' | 'price_high' | 'followers';
}

/** Where a row stands in its order: two numbers, both descending, and the creator's id for ties. */
export interface Place {
  first: number;
  second: number;
  id: string;
}

interface FoundPlatform {
  platform: Platform;
  handle: string;
  followers: number;
}

interface FoundPicture {
  url: string;
  width: number;
  height: number;
  caption: string;
}

/** A creator and one of their packages, as lists show them. */
export interface Found {
  id: string;
  username: string;
  fullName: string;
  location: string;
  profileImageUrl: string | null;
  categories: string[];
  followers: number;
  completedBookings: number;
  platforms: FoundPlatform[];
  pictures: FoundPicture[];
  packageId: string;
  packageName: string;
  priceCents: number;
  deliveryDays: number;
  features: string[];
  isPopular: boolean;
}

const NOTHING = sql``;

/** ` and …` for each filter that is set. */
const and = (conditions: readonly (RawBuilder<unknown> | false)[]) => {
  const set = conditions.filter((condition) => condition !== false);
  return set.length === 0 ? NOTHING : sql`and ${sql.join(set, sql` and `)}`;
};

/** The package's own filters: one package must meet them all. */
const fits = ({ minPriceCents, maxPriceCents, maxDays }: Search) =>
  and([
    minPriceCents !== null && sql`price_cents >= ${minPriceCents}`,
    maxPriceCents !== null && sql`price_cents <= ${maxPriceCents}`,
    maxDays !== null && sql`delivery_days <= ${maxDays}`,
  ]);

const asksForOffers = (search: Search) =>
  search.minPriceCents !== null || search.maxPriceCents !== null || search.maxDays !== null;

/** What the text finds, with how well: its words in the document, and names that are nearly it. */
const found = ({ words }: Search) =>
  words === null
    ? NOTHING
    : sql`
      asked as materialized (select search_query(${words}::text[]) as words),
      hit as materialized (
        select creator_id, sum(score)::int as score from (
          select creator_id, (ts_rank('{0.1, 0.3, 0.6, 1}', document, words) * 10000)::int as score from creator_listing, asked where document @@ words
          union all
          select creator_id, (likeness * 2500)::int from creators_named_like(${words}::text[])
        ) as hits group by creator_id
      ),`;

/** The listings that a search finds, with the two numbers of its order. */
function listings(search: Search, after: Place | null) {
  const offers = asksForOffers(search);
  const lowest = offers ? sql`offers.lowest` : sql`l.min_price_cents`;
  const highest = offers ? sql`offers.highest` : sql`l.max_price_cents`;
  const orders = {
    match:
      search.words === null
        ? ([sql`l.completed`, sql`l.followers`] as const)
        : ([sql`hit.score`, sql`l.completed`] as const),
    newest: [sql`l.joined_ms`, sql`l.completed`],
    price_low: [sql`(-${lowest})`, sql`l.completed`],
    price_high: [highest, sql`l.completed`],
    followers: [sql`l.followers`, sql`l.completed`],
  } as const;
  const [first, second] = orders[search.sort];
  return sql`
    select l.creator_id, ${first} as first, ${second} as second
    from creator_listing l
    ${search.words === null ? NOTHING : sql`join hit on hit.creator_id = l.creator_id`}
    ${
      offers
        ? sql`cross join lateral (
      select min(price_cents) as lowest, max(price_cents) as highest from package where creator_id = l.creator_id and ${isForSale} ${fits(search)}
    ) as offers`
        : NOTHING
    }
    where true ${and([
      offers && sql`offers.lowest is not null`,
      search.categories !== null && sql`l.categories && ${[...(search.categories ?? [])]}::text[]`,
      search.platforms !== null && sql`l.platforms && ${[...(search.platforms ?? [])]}::text[]`,
      search.language !== null && sql`l.languages @> array[${search.language}::text]`,
      search.minFollowers !== null && sql`l.followers >= ${search.minFollowers}::bigint`,
      search.maxFollowers !== null && sql`l.followers <= ${search.maxFollowers}::bigint`,
      after !== null &&
        sql`(${first}, ${second}, l.creator_id) < (${after?.first}::bigint, ${after?.second}::bigint, ${after?.id}::uuid)`,
    ])}
    order by ${first} desc, ${second} desc, l.creator_id desc`;
}

/**
 * Which of a creator's packages stands for them: of those that meet the filters the one that the order goes by (by
 * price), else the one that the text matches best, then a popular one, then the cheapest.
 */
function best(search: Search) {
  const byText =
    search.words === null
      ? NOTHING
      : sql`
    ts_rank(setweight(search_document(name), 'A') || search_document(description || ' ' || array_to_string(features, ' ')), (select words from asked)) desc,`;
  const order =
    search.sort === 'price_low'
      ? NOTHING
      : search.sort === 'price_high'
        ? sql`price_cents desc,`
        : sql`${byText} is_popular desc,`;
  return sql`
    select id from package where creator_id = page.creator_id and ${isForSale} ${fits(search)}
    order by ${order} price_cents, id limit ${sql.lit(1)}`;
}

/** How many pictures a card can show. */
const PICTURES = 4;

/** The columns of `Found`, of a `page` of creators with a package each. */
const details = sql`
  u.id, u.username, u.full_name, u.location, u.profile_image_url, l.categories, l.followers, l.completed as completed_bookings,
  package.id as package_id, package.name as package_name, package.price_cents, package.delivery_days, package.features, package.is_popular,
  coalesce((
    select json_agg(json_build_object('platform', platform, 'handle', handle, 'followers', followers) order by position, platform)
    from creator_platform where creator_id = u.id
  ), '[]') as platforms,
  coalesce((
    select json_agg(json_build_object('url', url, 'width', width, 'height', height, 'caption', caption) order by position, id)
    from (select * from portfolio_picture where creator_id = u.id order by position, id limit ${sql.lit(PICTURES)}) as pictures
  ), '[]') as pictures`;

/** A page of a search, in its order, one row more than `limit` when there are more. */
export async function listCreators(
  db: Db,
  search: Search,
  after: Place | null,
  limit: number,
): Promise<(Found & Place)[]> {
  const { rows } = await sql<Found & Place>`
    with ${found(search)} page as materialized (${listings(search, after)} limit ${sql.lit(limit + 1)})
    select ${details}, page.first::int8 as first, page.second::int8 as second
    from page
    cross join lateral (${best(search)}) as best
    join package on package.id = best.id
    join app_user u on u.id = page.creator_id
    join creator_listing l on l.creator_id = page.creator_id
    order by page.first desc, page.second desc, page.creator_id desc`.execute(db);
  return rows;
}

/** How many creators a search finds; `most` + 1 when there are more than `most`, without counting them. */
export async function countCreators(db: Db, search: Search, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ${found(search)} page as (${listings(search, null)} limit ${sql.lit(most + 1)}) select count(*)::int as count from page`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Packages that are for sale, in the order of `ids`; those that cannot be booked are left out. */
export async function listPackagesToCompare(db: Db, ids: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${details}
    from unnest(${[...ids]}::uuid[]) with ordinality as page(package_id, place)
    join package on package.id = page.package_id and ${isForSale}
    join app_user u on u.id = package.creator_id
    join creator_listing l on l.creator_id = package.creator_id
    order by page.place`.execute(db);
  return rows;
}

/**
 * Creators for the first page: those with a photo, the most completed bookings first; the best of each category (the
 * first that a creator names) before the second of any.
 */
export async function listFeatured(db: Db, limit: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with page as materialized (
      select ranked.creator_id, row_number() over (order by place, completed desc, followers desc, creator_id desc) as position from (
        select l.*, row_number() over (partition by l.categories[1] order by l.completed desc, l.followers desc, l.creator_id desc) as place
        from creator_listing l join app_user u on u.id = l.creator_id and u.profile_image_url is not null
      ) as ranked
      order by position limit ${sql.lit(limit)}
    )
    select ${details}
    from page
    cross join lateral (
      select id from package where creator_id = page.creator_id and ${isForSale} order by is_popular desc, price_cents, id limit ${sql.lit(1)}
    ) as best
    join package on package.id = best.id
    join app_user u on u.id = page.creator_id
    join creator_listing l on l.creator_id = page.creator_id
    order by page.position`.execute(db);
  return rows;
}

/** Creators with packages for sale in each category. One who names two is counted in both. */
export async function countByCategory(db: Db): Promise<{ category: string; creators: number }[]> {
  const { rows } = await sql<{ category: string; creators: number }>`
    select category, count(*)::int as creators from creator_listing, unnest(categories) as category group by category order by creators desc, category`.execute(
    db,
  );
  return rows;
}

interface MarketplaceFigures {
  creators: number;
  packages: number;
  completedBookings: number;
  paidOutCents: number;
}

/** The whole marketplace in four figures. Paid out: what the ledger says left for creators, less what came back. */
export async function sumMarketplace(db: Db): Promise<MarketplaceFigures> {
  const { rows } = await sql<MarketplaceFigures>`
    select
      (select count(*) from creator_listing)::int as creators,
      (select count(*) from package join creator_listing using (creator_id) where ${isForSale})::int as packages,
      (select count(*) from booking where status = 'completed' and payment_state not in ('refunding', 'refunded'))::int as completed_bookings,
      (select coalesce(sum(amount_cents), 0) from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id
        where account = 'creator' and kind = 'release')::int8 as paid_out_cents`.execute(db);
  return rows[0] ?? { creators: 0, packages: 0, completedBookings: 0, paidOutCents: 0 };
}

/** What packages for sale cost. Prices that some package really has: no average of two. */
export interface Prices {
  packages: number;
  /** Quarter, median, three quarters. */
  quartiles: [number, number, number];
  minCents: number;
  maxCents: number;
  /** The median. */
  deliveryDays: number;
}

const prices = sql`
  count(*)::int as packages, percentile_disc(array[0.25, 0.5, 0.75]) within group (order by price_cents) as quartiles,
  min(price_cents) as min_cents, max(price_cents) as max_cents, percentile_disc(0.5) within group (order by delivery_days) as delivery_days`;
const offered = sql`creator_listing l join package on package.creator_id = l.creator_id and ${isForSale}`;

/** Of all packages; undefined while there is none. */
export async function findPrices(db: Db): Promise<Prices | undefined> {
  const { rows } = await sql<Prices>`select ${prices} from ${offered} having count(*) > 0`.execute(db);
  return rows[0];
}

/** By category, those with the most packages first; a package counts in each category of its creator. */
export async function listPricesByCategory(db: Db): Promise<(Prices & { category: string })[]> {
  const { rows } = await sql<Prices & { category: string }>`
    select category, ${prices} from ${offered}, unnest(l.categories) as category group by category order by packages desc, category`.execute(
    db,
  );
  return rows;
}

/** By the creators' followers: `band` is the position in `from`, which ascends. */
export async function listPricesByFollowers(db: Db, from: readonly number[]): Promise<(Prices & { band: number })[]> {
  const { rows } = await sql<Prices & { band: number }>`
    select width_bucket(l.followers, ${[...from]}::bigint[]) - 1 as band, ${prices} from ${offered} group by band order by band`.execute(
    db,
  );
  return rows;
}
