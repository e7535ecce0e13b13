import { sql, type QueryExecutorProvider } from 'kysely';

/** Records of completed work that creators make to take along: what they say is kept, so that a code can be checked. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table work_record (
      id uuid primary key default gen_random_uuid(),
      creator_id uuid not null references app_user,
      -- In the operator's time zone.
      day date not null,
      made_at timestamptz not null,
      code text not null default paper_code() constraint work_record_code unique,
      facts jsonb not null,
      constraint work_record_once unique (creator_id, day)
    )`.execute(db);
  await sql`create trigger work_record_unchanged before update on work_record
    for each row execute function refuse_change()`.execute(db);
}
