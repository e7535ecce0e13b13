import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** Counts a search on its day. Of `most` different ones a day no new ones are kept; some more may be, of many at once. */
export const noteMiss = (db: Db, day: string, words: string, most: number) =>
  sql`
    insert into missed_search (day, words, count) select ${day}::date, ${words}::text, 1
    where exists (select from missed_search where day = ${day}::date and words = ${words}::text)
      or (select count(*) from (select from missed_search where day = ${day}::date limit ${most}) as kept) < ${most}
    on conflict (day, words) do update set count = missed_search.count + 1`.execute(db);

/** Sums the days from `since` until before `until`, when the last that is summed is over since. */
export const closeMissedDays = (db: Db, { since, until }: { since: string; until: string }) =>
  sql`select close_missed_days(${since}::date, ${until}::date)`.execute(db);

interface Miss {
  words: string;
  count: number;
  lastDay: string;
}

/**
 * What was searched for at least `least` times in these days, the most frequent first: the days that are summed
 * without those of them before `from`, and those since.
 */
export async function listMisses(
  db: Db,
  { from, to, least, most }: { from: string; to: string; least: number; most: number },
): Promise<Miss[]> {
  const { rows } = await sql<Miss>`
    with closed as materialized (select since, until from missed_closed)
    select words, sum(count)::int as count, max(day)::text as last_day from (
      select words, count, last_day as day from missed_sum
      union all
      select words, -count, day from missed_search
      where day >= (select since from closed) and day < (select least(until, ${from}::date) from closed)
      union all
      select words, count, day from missed_search
      where day >= (select greatest(until, ${from}::date) from closed) and day <= ${to}::date
    ) as counted
    group by words having sum(count) >= ${least}
    order by sum(count) desc, words limit ${most}`.execute(db);
  return rows;
}
