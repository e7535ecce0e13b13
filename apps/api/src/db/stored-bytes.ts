import { LIMITS } from '@marquee/validation';
import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * What a group of stored files counts toward a quota. Small files count as `LIMITS.countedFileBytes`, which also bounds
 * how many rows a quota allows, and so how many a sum has to read.
 */
export const quotaBytesSql = sql<number>`coalesce(sum(greatest(bytes, ${sql.lit(LIMITS.countedFileBytes)})), 0)::bigint`;

/** What the files that were begun from a network since a moment, and are still stored, count toward its quota. */
export async function sumNetworkBytes(tx: Transaction<Database>, network: string, since: Date): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ${quotaBytesSql} as bytes from (
      select bytes from message_file where network = ${network} and begun_at > ${since} and dropped_at is null
      union all
      select bytes from delivery_file where network = ${network} and begun_at > ${since} and dropped_at is null
    ) as kept`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** Locks a quota until the transaction ends, so that two uploads cannot both take what is left of it. */
export const lockQuota = (tx: Transaction<Database>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${name}`}, 0))`.execute(tx);
