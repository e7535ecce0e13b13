import { sql, type QueryExecutorProvider } from 'kysely';

/** Every time that the books were held against the provider's, by the nightly job or by the command, and the result. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table books_check (
      id uuid primary key default gen_random_uuid(),
      source text not null check (source in ('job', 'command')),
      started_at timestamptz not null,
      -- Where the job goes on; null when it is done.
      after_booking uuid,
      finished_at timestamptz,
      movements bigint not null default 0 check (movements >= 0),
      differences bigint not null default 0 check (differences >= 0),
      held_cents bigint not null default 0 check (held_cents >= 0),
      held_bookings bigint not null default 0 check (held_bookings >= 0)
    )`.execute(db);
  await sql`create unique index books_check_running on books_check (source) where finished_at is null and source = 'job'`.execute(
    db,
  );
  await sql`create index books_check_finished on books_check (finished_at desc) where finished_at is not null`.execute(
    db,
  );
}
