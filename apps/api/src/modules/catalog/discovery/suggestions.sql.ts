/**
 * Queries for suggestions and spelling corrections, which read the terms in `search_term`, and for creators whose
 * name starts with a prefix.
 */
import { sql, type Transaction } from 'kysely';
import { isForSaleSql } from '../../../db/for-sale.ts';
import type { Database, Db } from '../../../db/schema.ts';

export type SearchTermKind = 'word' | 'package' | 'place';

export interface SearchTerm {
  kind: SearchTermKind;
  /** The term in lower case, without accents. */
  term: string;
  shown: string;
  /**
   * For a word, the number of times that packages and creators use it. For a package name or place, the number of
   * creators.
   */
  uses: number;
}

/** Maximum number of creators whose terms are read, best match first. */
const MAX_CREATORS_READ = 50_000;
/** Maximum number of terms per kind, most common first. */
const MAX_TERMS_BY_KIND = { word: 20_000, package: 2_000, place: 2_000 } satisfies Record<SearchTermKind, number>;

const provenCreatorsSql = sql`proven as materialized (
      select creator_id from creator_listing order by match_rank desc, followers desc, creator_id desc limit ${sql.lit(MAX_CREATORS_READ)}
    )`;
const packagesForSaleSql = sql`offers as materialized (
      select package.creator_id, name, features
      from proven join package on package.creator_id = proven.creator_id and ${isForSaleSql}
    )`;
const peopleSql = sql`people as materialized (
      select u.full_name, u.location, u.categories from proven join workspace u on u.id = proven.creator_id
    )`;

/**
 * Computes the terms used by creators and their packages, for the `MAX_CREATORS_READ` best matches. Identical texts
 * are parsed once. Each kind of term has a separate statement, so that no statement runs long.
 */
export async function listMarketTerms(db: Db): Promise<SearchTerm[]> {
  const words = await sql<SearchTerm>`
    with ${provenCreatorsSql}, ${packagesForSaleSql}, ${peopleSql}, texts as (
      select text, count(*) as n from (
        select name as text from offers union all select unnest(features) from offers
        union all select full_name from people union all select unnest(categories) from people
      ) as each_text group by text
    ), words as materialized (
      select word, sum(n)::int as uses from texts, regexp_split_to_table(unaccent(lower(text)), '[[:space:][:punct:]]+') as word
      group by word
    )
    select 'word' as kind, word as term, word as shown, uses from words
    where length(word) between 3 and 30 and word !~ '^[0-9]+$' and ts_lexize('english_stem', word) is distinct from '{}'
    order by uses desc, word limit ${sql.lit(MAX_TERMS_BY_KIND.word)}`.execute(db);
  const names = await sql<SearchTerm>`
    with ${provenCreatorsSql}, ${packagesForSaleSql}, names as materialized (
      select name, unaccent(lower(btrim(name))) as term from (select distinct name from offers where btrim(name) <> '') as each_name
    )
    select 'package' as kind, term, min(name) as shown, count(distinct creator_id)::int as uses
    from offers join names using (name) group by term order by uses desc, term limit ${sql.lit(MAX_TERMS_BY_KIND.package)}`.execute(
    db,
  );
  const places = await sql<SearchTerm>`
    with ${provenCreatorsSql}, ${peopleSql}, parts as (
      select part, sum(n) as n from (select location, count(*) as n from people group by location) as written,
        regexp_split_to_table(location, '[,;/|·]') as part group by part
    )
    select 'place' as kind, place_of(part) as term, min(btrim(part)) as shown, sum(n)::int as uses
    from parts where place_of(part) <> '' group by 2 order by uses desc, term limit ${sql.lit(MAX_TERMS_BY_KIND.place)}`.execute(
    db,
  );
  return [words, names, places].flatMap(({ rows }) => rows);
}

export async function replaceSearchTerms(db: Transaction<Database>, terms: readonly SearchTerm[]): Promise<void> {
  // With this lock, concurrent refreshes run one after another.
  await sql`lock table search_term in share row exclusive mode`.execute(db);
  await sql`
    with next as materialized (
      select kind, term, shown, uses from unnest(${terms.map(({ kind }) => kind)}::text[], ${terms.map(({ term }) => term)}::text[],
        ${terms.map(({ shown }) => shown)}::text[], ${terms.map(({ uses }) => uses)}::int[]) as next (kind, term, shown, uses)
    ), gone as (
      delete from search_term kept where not exists (select from next where (next.kind, next.term) = (kept.kind, kept.term))
    )
    insert into search_term as kept (kind, term, shown, uses) select kind, term, shown, uses from next
    on conflict (kind, term) do update set shown = excluded.shown, uses = excluded.uses
    where (kept.shown, kept.uses) is distinct from (excluded.shown, excluded.uses)`.execute(db);
}

/** A character that sorts after all others, for the end of a prefix range. */
const AFTER_ALL_CHARACTERS_SQL = sql`chr(1114111)`;

/** Lists the most common terms of a kind that start with `prefix` (in lower case, with or without accents). */
export async function listSearchTerms(
  db: Db,
  kind: SearchTermKind,
  prefix: string,
  limit: number,
): Promise<SearchTerm[]> {
  const { rows } = await sql<SearchTerm>`
    select kind, term, shown, uses from search_term
    where kind = ${kind} ${prefix === '' ? sql`` : sql`and term >= unaccent(${prefix}) and term < unaccent(${prefix}) || ${AFTER_ALL_CHARACTERS_SQL}`}
    order by uses desc, term limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export interface NamedCreator {
  username: string;
  fullName: string;
  profileImageUrl: string | null;
}

/** Maximum number of names that are read per prefix, because thousands may start with a short one. */
const MAX_NAMES_SCANNED = 100;

/** Lists the best matches among the first `MAX_NAMES_SCANNED` creators whose name starts with `prefix`. */
export async function listCreatorsByName(db: Db, prefix: string, limit: number): Promise<NamedCreator[]> {
  const { rows } = await sql<NamedCreator>`
    select username, full_name, profile_image_url
    from (
      select l.creator_id, l.match_rank, l.followers from (
        select distinct creator_id from (
          select creator_id from creator_name
          where name >= unaccent(${prefix}) and name < unaccent(${prefix}) || ${AFTER_ALL_CHARACTERS_SQL} order by name, creator_id limit ${sql.lit(MAX_NAMES_SCANNED)}
        ) as first
      ) as named join creator_listing l using (creator_id)
      order by l.match_rank desc, l.followers desc, l.creator_id desc limit ${sql.lit(limit)}
    ) as best join workspace u on u.id = best.creator_id
    order by best.match_rank desc, best.followers desc, best.creator_id desc`.execute(db);
  return rows;
}

export interface SpelledWord {
  word: string;
  /** The word without accents. */
  folded: string;
  /** Whether a term in `search_term` starts with the word, or the word is a synonym. */
  isKnown: boolean;
  /** Similar terms in `search_term`, most similar first. */
  like: { term: string; uses: number }[];
}

/** Returns for each word, in order, whether it is known, and similar terms if it is not. */
export async function listSpellings(db: Db, words: readonly string[]): Promise<SpelledWord[]> {
  const { rows } = await sql<SpelledWord>`
    select word, folded, known.is_known,
      case when known.is_known then '[]' else (
        select coalesce(jsonb_agg(jsonb_build_object('term', term, 'uses', uses)), '[]') from words_like(folded)
      ) end as "like"
    from unnest(${[...words]}::text[]) with ordinality as typed (word, place)
      cross join lateral unaccent(word) as folded
      cross join lateral (
        select exists (select from search_term where kind = 'word' and term >= folded collate "C" and term < (folded || ${AFTER_ALL_CHARACTERS_SQL}) collate "C")
          or exists (select from search_synonym where search_synonym.term = folded) as is_known
      ) as known
    order by place`.execute(db);
  return rows;
}
