/** Queries that find candidates for a brief with index scans, and queries that store briefs. */
import { getAudienceBand, LIMITS, type MatchQuery } from '@marquee/validation';
import type { Platform, WorkspaceId } from '@marquee/contracts';
import { NEWCOMER_BOOKINGS_THRESHOLD, type Candidate, type BriefTerm } from '@marquee/matching';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { PLANNED_EACH_TIME } from '../../../db/client.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Maximum number of creators that each index scan returns. */
const MAX_CREATORS_PER_SCAN = 100;
/** Maximum number of matching packages per creator. The cheapest ones are used. */
const MAX_PACKAGES_PER_CREATOR = 8;

/** A term of a brief and the text query for its words. */
interface TermQuery {
  label: string;
  query: string;
}

/**
 * Builds the text queries for a brief's terms in the same way as the search page. Leaves out terms without
 * searchable words.
 */
export async function listTermQueries(db: Db, terms: readonly BriefTerm[]): Promise<TermQuery[]> {
  if (terms.length === 0) return [];
  const { rows } = await sql<TermQuery>`
    select term ->> 'label' as label, (
      select coalesce(string_agg('(' || query::text || ')', ' | '), '')
      from jsonb_array_elements(term -> 'anyOf') as words, search_query(array(select jsonb_array_elements_text(words))) as query
      where query::text <> '') as query
    from jsonb_array_elements(${JSON.stringify(terms)}::jsonb) as term`.execute(db);
  return rows.filter(({ query }) => query !== '');
}

interface CandidateFilter extends MatchQuery {
  /** The current UTC day. Every day, a different group of newcomers is included. */
  day: string;
  terms: readonly TermQuery[];
  /** The maximum price in cents that the creator may charge, without the fee. */
  maxPriceCents: number;
  maxDays: number | null;
}

type CandidateRow = Omit<Candidate, 'totalCents'> & { priceCents: number };

/**
 * A creator as returned by the query. Each package has its price, its delivery days, and whether each term was
 * found.
 */
interface CandidateCreatorRow extends Pick<
  Candidate,
  'id' | 'categories' | 'platforms' | 'followers' | 'completed' | 'matchRank' | 'ratingTenths'
> {
  offers: [packageId: string, priceCents: number, deliveryDays: number, ...found: boolean[]][];
}

/**
 * The text search weights that mark the name (A) and the profile (C), but not the packages, in a creator's search
 * document.
 */
const PROFILE_WEIGHTS = 'AC';

/**
 * Builds the conditions that check whether a package or its creator's profile contains a term. A term of one word is
 * searched in each of the two texts. The words of a longer term may be spread over both texts, so it is searched in
 * the joined text. `ofProfile` is computed once per creator.
 */
function createTermCondition(
  { query }: TermQuery,
  at: number,
): { ofProfile: RawBuilder<unknown>; isFound: RawBuilder<unknown> } {
  const name = sql.ref(`said_${at}`);
  const ownTerms = sql.ref(`profile.said_${at}`);
  if (/[&!<]/.test(query))
    return {
      ofProfile: sql`ts_filter(d.document, ${`{${PROFILE_WEIGHTS.toLowerCase().split('').join()}}`}::"char"[]) as ${name}`,
      isFound: sql`(words.document || ${ownTerms}) @@ ${query}::tsquery`,
    };
  const weighed = query.replaceAll(/('(?:[^'\\]|''|\\\\)*')(?::(\*))?/g, `$1:$2${PROFILE_WEIGHTS}`);
  return {
    ofProfile: sql`d.document @@ ${weighed}::tsquery as ${name}`,
    isFound: sql`(${ownTerms} or words.document @@ ${query}::tsquery)`,
  };
}

/**
 * Lists eligible creators for a brief with their eligible packages. To stay fast, reads only the first creators of a
 * few index scans, which are sorted by match rank, price, join date or audience, or restricted to creators that meet
 * all criteria, contain a term, or are newcomers (from a position that changes daily). The best match is missing
 * only if it is not among the first 100 creators of any scan. Platforms are read only if the brief names some.
 */
export async function listCandidates(db: Db, filter: CandidateFilter): Promise<CandidateRow[]> {
  const { categories, platforms, audience, terms, maxPriceCents, maxDays, day } = filter;
  const texts = (values: readonly string[]) => sql`${[...values]}::text[]`;
  // Written like the index expression, so that PostgreSQL can use the index if few packages are that cheap.
  const affordable = sql`(-l.min_price_cents) >= ${-maxPriceCents} ${maxDays === null ? sql`` : sql`and l.min_days <= ${maxDays}`}`;
  const eligible = sql`l.categories && ${texts(categories)} and ${affordable}
    ${platforms.length === 0 ? sql`` : sql`and l.platforms && ${texts(platforms)}`}`;
  const walk = (order: RawBuilder<unknown>, more = sql``, join = sql``) => sql`
    (select l.creator_id from creator_listing l ${join} where ${eligible} ${more} order by ${order} limit ${sql.lit(MAX_CREATORS_PER_SCAN)})`;
  const proven = sql`l.match_rank desc, l.followers desc, l.creator_id desc`;
  const newcomers = (side: RawBuilder<unknown>) =>
    walk(
      sql`l.creator_id`,
      sql`and l.completed < ${sql.lit(NEWCOMER_BOOKINGS_THRESHOLD)} and l.creator_id ${side} md5(${day}::text)::uuid`,
    );
  const band = audience === null ? null : getAudienceBand(audience);
  const anyTerm = terms.map(({ query }) => query).join(' | ');
  const walks = [
    walk(proven),
    walk(sql`(-l.min_price_cents) desc, l.completed desc, l.creator_id desc`),
    walk(sql`l.joined_ms desc, l.completed desc, l.creator_id desc`),
    newcomers(sql`>=`),
    newcomers(sql`<`),
    ...(categories.length + platforms.length > 1
      ? [walk(proven, sql`and l.categories @> ${texts(categories)} and l.platforms @> ${texts(platforms)}`)]
      : []),
    ...(terms.length > 0
      ? [
          walk(
            proven,
            sql`and d.document @@ ${anyTerm}::tsquery`,
            sql`join creator_document d on d.creator_id = l.creator_id`,
          ),
        ]
      : []),
    ...(band === null
      ? []
      : [
          walk(
            sql`l.followers desc, l.completed desc, l.creator_id desc`,
            sql`and l.followers >= ${band.from}::bigint ${band.to === null ? sql`` : sql`and l.followers < ${band.to}::bigint`}`,
          ),
        ]),
  ];
  const conditions = terms.map(createTermCondition);
  const { rows } = await sql<CandidateCreatorRow>`${PLANNED_EACH_TIME}
    with walked as materialized (${sql.join(walks, sql` union `)})
    select l.creator_id as id, l.categories, l.followers, l.completed, l.match_rank, l.rating_tenths, found.offers,
      ${platforms.length === 0 ? sql`'[]'::jsonb` : sql`cards.card -> 'platforms'`} as platforms
    from walked
    join creator_listing l on l.creator_id = walked.creator_id
    ${platforms.length === 0 ? sql`` : sql`join creator_card cards on cards.creator_id = walked.creator_id`}
    ${
      terms.length === 0
        ? sql``
        : sql`join creator_document d on d.creator_id = walked.creator_id
          cross join lateral (select ${sql.join(conditions.map(({ ofProfile }) => ofProfile))} offset 0) as profile`
    }
    cross join lateral (
      select json_agg(json_build_array(${sql.join([sql`o.package_id`, sql`price_cents`, sql`delivery_days`, ...conditions.map(({ isFound }) => isFound)])})) as offers
      from (
        select package_id, price_cents, delivery_days from package_listing where creator_id = walked.creator_id
          and price_cents <= ${maxPriceCents}
          ${maxDays === null ? sql`` : sql`and delivery_days <= ${maxDays}`}
        order by price_cents, package_id limit ${sql.lit(MAX_PACKAGES_PER_CREATOR)}
      ) as o
      ${terms.length === 0 ? sql`` : sql`join package_document words on words.package_id = o.package_id`}
    ) as found
    where found.offers is not null`.execute(db);
  return rows.flatMap(({ offers, ...creator }) =>
    offers.map(([packageId, priceCents, deliveryDays, ...termMatches]) => ({
      ...creator,
      packageId,
      priceCents,
      deliveryDays,
      found: terms.flatMap(({ label }, at) => (termMatches[at] === true ? [label] : [])),
    })),
  );
}

interface MatchedCreatorCard {
  id: string;
  fullName: string;
  username: string;
  location: string;
  profileImageUrl: string | null;
  platforms: { platform: Platform; followers: number }[];
  packages: { id: string; name: string }[];
}

export async function listMatchCards(db: Db, ids: readonly string[]): Promise<MatchedCreatorCard[]> {
  const { rows } = await sql<MatchedCreatorCard>`
    select creator_id as id, card ->> 'fullName' as full_name, card ->> 'username' as username, card ->> 'location' as location,
      card ->> 'profileImageUrl' as profile_image_url, card -> 'platforms' as platforms,
      (select jsonb_agg(jsonb_build_object('id', offer ->> 'packageId', 'name', offer ->> 'packageName'))
        from jsonb_array_elements(offers) as offer) as packages
    from creator_card where creator_id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

const briefColumns = ['id', 'name', 'brief', 'createdAt', 'updatedAt'] as const;

export const listBriefs = (db: Db, brandId: WorkspaceId) =>
  db
    .selectFrom('savedBrief')
    .select(briefColumns)
    .where('brandId', '=', brandId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(LIMITS.briefs)
    .execute();

/** Locks a brand's briefs, because two concurrent inserts would choose the same free position. */
export const lockBriefs = (db: Transaction<Database>, brandId: WorkspaceId) =>
  sql`select pg_advisory_xact_lock(hashtextextended('briefs of ' || ${brandId}::text, 0))`.execute(db);

interface NewBrief {
  brandId: WorkspaceId;
  name: string;
  brief: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Inserts a brief at the first free position. Returns undefined if all positions are taken. */
export async function insertBrief(db: Transaction<Database>, row: NewBrief) {
  const free = await sql<{ place: number }>`
    select place from generate_series(1, ${sql.lit(LIMITS.briefs)}) as free (place)
    where not exists (select from saved_brief where brand_id = ${row.brandId} and saved_brief.place = free.place)
    order by place limit 1`.execute(db);
  const place = free.rows[0]?.place;
  if (place === undefined) return undefined;
  return db
    .insertInto('savedBrief')
    .values({ ...row, place })
    .returning(briefColumns)
    .executeTakeFirst();
}

export const updateBrief = (
  db: Transaction<Database>,
  id: string,
  { brandId, ...change }: { brandId: WorkspaceId; name: string; brief: string; updatedAt: Date },
) =>
  db
    .updateTable('savedBrief')
    .set(change)
    .where('id', '=', id)
    .where('brandId', '=', brandId)
    .returning(briefColumns)
    .executeTakeFirst();

export async function deleteBrief(db: Db, { id, brandId }: { id: string; brandId: WorkspaceId }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('savedBrief')
    .where('id', '=', id)
    .where('brandId', '=', brandId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
