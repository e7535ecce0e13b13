import { sql, type QueryExecutorProvider } from 'kysely';

/** Secret addresses at which calendars read somebody's deadlines. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table calendar_feed (
      user_id uuid primary key references app_user,
      -- Of the last part of the address, which is kept nowhere.
      token_hash text not null unique check (length(token_hash) = 64),
      made_at timestamptz not null
    )`.execute(db);
}
