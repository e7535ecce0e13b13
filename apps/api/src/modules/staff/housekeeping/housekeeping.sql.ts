import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** For each table, the column with the time from which the age of a row is counted. */
const AGE_COLUMNS = {
  session: sql`expires_at`,
  mail_link: sql`expires_at`,
  emailed_link: sql`expires_at`,
  mail_code: sql`expires_at`,
  review_guest: sql`expires_at`,
  sign_in: sql`at`,
  reconciliation_run: sql`finished_at`,
  rate_limit: sql`expire`,
  mail: sql`coalesce(sent_at, dropped_at)`,
  notification: sql`at`,
  stripe_event: sql`received_at`,
  profile_view: sql`day`,
  creator_view_day: sql`day`,
  unmatched_search: sql`day`,
  idempotent_request: sql`created_at`,
  operation_count: sql`period`,
  server_process: sql`seen_at`,
} as const;

export type ExpiringTable = keyof typeof AGE_COLUMNS;

/** Deletes at most `limit` rows that are older than `before`. Returns their number. */
export async function deleteOlderRows(db: Db, table: ExpiringTable, before: Date, limit: number): Promise<number> {
  // The rate limiting library stores milliseconds.
  const bound = table === 'rate_limit' ? sql`${before.getTime()}` : sql`${before}`;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${AGE_COLUMNS[table]} < ${bound} ${table === 'mail' ? sql`and data is null` : sql``}
      limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
