import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** Returns every `size`th creator id. Each part of the site map begins at one of these ids. */
export async function listSitemapPartStarts(db: Db, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select creator_id as id from (select creator_id, row_number() over (order by creator_id) as place from creator_listing) as l
    where place % ${sql.lit(size)} = ${sql.lit(1 % size)} order by creator_id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Lists up to `limit` usernames of listed creators, in the order of their ids. Starts with the id `from`, and ends
 * before `to` unless it is null.
 */
export async function listSitemapUsernames(
  db: Db,
  { from, to, limit }: { from: string; to: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select username from creator_listing l join workspace u on u.id = l.creator_id
    where l.creator_id >= ${from}::uuid ${to === null ? sql`` : sql`and l.creator_id < ${to}::uuid`}
    order by l.creator_id limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ username }) => username);
}
