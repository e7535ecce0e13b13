import { sql, type QueryExecutorProvider } from 'kysely';

/** What people are told in the product, and which mails they want. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table notice (
      -- The mail's that says the same: there is one of each, however often a job runs.
      id uuid primary key,
      seq bigint generated always as identity,
      user_id uuid not null references app_user,
      kind text not null check (length(kind) <= 60),
      text text not null check (length(text) between 1 and 200),
      -- Null: it leads nowhere.
      path text check (path like '/%' and length(path) <= 300),
      at timestamptz not null,
      read_at timestamptz
    )`.execute(db);
  await sql`create index notice_of on notice (user_id, at desc, id desc)`.execute(db);
  await sql`create index notice_unread on notice (user_id, path) where read_at is null`.execute(db);
  await sql`create index notice_age on notice (at)`.execute(db);
  await sql`
    create table notice_settings (
      user_id uuid primary key references app_user,
      -- Groups of which no mails are wanted.
      off text[] not null check (off <@ array['bookings', 'offers', 'reviews', 'messages'] and cardinality(off) <= 4),
      quiet_from smallint check (quiet_from between 0 and 23),
      quiet_to smallint check (quiet_to between 0 and 23),
      check ((quiet_from is null) = (quiet_to is null)),
      check (quiet_from <> quiet_to)
    )`.execute(db);
}
