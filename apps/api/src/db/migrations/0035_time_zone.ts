import { sql, type QueryExecutorProvider } from 'kysely';

/** The time zone of a person's browser when it was last told; mails name moments in it. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table app_user add column time_zone text check (length(time_zone) between 1 and 64)`.execute(db);
}
