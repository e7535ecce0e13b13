import { LIMITS } from '@marquee/validation';
import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * SQL for the sum of the stored bytes that count toward a quota. A file smaller than `LIMITS.countedFileBytes`
 * counts as that size. This limits the number of files within a quota and thus the number of rows to sum.
 */
export const quotaBytesSql = sql<number>`coalesce(sum(greatest(bytes, ${sql.lit(LIMITS.countedFileBytes)})), 0)::bigint`;

/** Returns the bytes that count toward a network's quota: all stored files whose upload began after `since`. */
export async function sumNetworkBytes(db: Transaction<Database>, network: string, since: Date): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ${quotaBytesSql} as bytes from file where network = ${network} and started_at > ${since} and dropped_at is null`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/** Locks a quota until the transaction ends, so that concurrent uploads cannot both use the remaining space. */
export const lockQuota = (db: Transaction<Database>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${name}`}, 0))`.execute(db);
