import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * The report of revenue reads the days of each month from an index that has all of them. The last of its release: what
 * writes to the ledger waits until the transaction of all migrations ends.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create index ledger_day_sums on ledger_day (day) include (kind, account, cents)`.execute(db);
}
