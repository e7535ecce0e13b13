import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** Counts a search on its day. Of `most` different ones a day no new ones are kept; some more may be, of many at once. */
export const noteMiss = (db: Db, day: string, words: string, most: number) =>
  sql`
    insert into missed_search (day, words, count) select ${day}::date, ${words}::text, 1
    where exists (select from missed_search where day = ${day}::date and words = ${words}::text)
      or (select count(*) from (select from missed_search where day = ${day}::date limit ${most}) as kept) < ${most}
    on conflict (day, words) do update set count = missed_search.count + 1`.execute(db);

/** What was searched for at least `least` times in these days, the most frequent first. */
export const listMisses = (
  db: Db,
  { from, to, least, most }: { from: string; to: string; least: number; most: number },
) =>
  db
    .selectFrom('missedSearch')
    .select(['words', sql<number>`sum(count)::int`.as('count'), sql<string>`max(day)::text`.as('lastDay')])
    .where('day', '>=', sql<string>`${from}::date`)
    .where('day', '<=', sql<string>`${to}::date`)
    .groupBy('words')
    .having(sql<number>`sum(count)`, '>=', least)
    .orderBy(sql`sum(count)`, 'desc')
    .orderBy('words')
    .limit(most)
    .execute();
