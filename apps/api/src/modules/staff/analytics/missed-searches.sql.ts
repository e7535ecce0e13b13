import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/**
 * Increments the count of a search on `day`. If `most` different searches are already stored for that day, new ones
 * are ignored. Concurrent calls may exceed the limit slightly.
 */
export const upsertUnmatchedSearch = (db: Db, day: string, query: string, most: number) =>
  sql`
    insert into unmatched_search (day, query, count) select ${day}::date, ${query}::text, 1
    where exists (select from unmatched_search where day = ${day}::date and query = ${query}::text)
      or (select count(*) from (select from unmatched_search where day = ${day}::date limit ${most}) as kept) < ${most}
    on conflict (day, query) do update set count = unmatched_search.count + 1`.execute(db);

interface UnmatchedSearch {
  query: string;
  count: number;
  lastDay: string;
}

/** Lists the searches that occurred at least `least` times in the range of days, most frequent first. */
export async function listMissedSearches(
  db: Db,
  { from, to, least, most }: { from: string; to: string; least: number; most: number },
): Promise<UnmatchedSearch[]> {
  const { rows } = await sql<UnmatchedSearch>`
    select query, sum(count)::int as count, max(day)::text as last_day from unmatched_search
    where day >= ${from}::date and day <= ${to}::date
    group by query having sum(count) >= ${least}
    order by sum(count) desc, query limit ${most}`.execute(db);
  return rows;
}
