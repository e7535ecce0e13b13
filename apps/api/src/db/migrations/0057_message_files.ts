import { sql, type QueryExecutorProvider } from 'kysely';

/** Files that people send each other with a message. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table message add column files smallint not null default 0 check (files between 0 and 5)`.execute(db);
  // What somebody wrote has words or files; what the product says, and what was erased, has neither.
  await sql`
    do $$ declare old text; begin
      select conname into strict old from pg_constraint
        where conrelid = 'message'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%erased_at%';
      execute format('alter table message drop constraint %I', old);
    end $$`.execute(db);
  await sql`
    alter table message add constraint message_says check (
      case when said is not null or erased_at is not null then text = '' and files = 0 else text <> '' or files > 0 end
    )`.execute(db);
  await sql`
    create table message_file (
      id uuid primary key default gen_random_uuid(),
      author_id uuid not null references app_user,
      -- Null: it was not sent yet.
      conversation_id uuid,
      number int,
      name text not null check (length(name) between 1 and 200),
      bytes bigint not null check (bytes between 1 and 26214400),
      changed_at bigint not null,
      -- Of those that have arrived; in a row from the first one.
      parts smallint not null default 0 check (parts >= 0),
      -- By content, once it is whole; null where the content is of no kind that is shown.
      media_type text check (length(media_type) <= 60),
      sha256 text check (length(sha256) = 64),
      begun_at timestamptz not null,
      finished_at timestamptz,
      -- It was kept for its time; that it was sent stays known.
      dropped_at timestamptz,
      foreign key (conversation_id, number) references message (conversation_id, number),
      check ((conversation_id is null) = (number is null)),
      check ((sha256 is null) = (finished_at is null)),
      check (number is null or finished_at is not null)
    )`.execute(db);
  await sql`create index message_file_of on message_file (conversation_id, number) where number is not null`.execute(
    db,
  );
  await sql`create index message_file_draft on message_file (author_id, begun_at) where number is null`.execute(db);
  await sql`create index message_file_kept on message_file (begun_at) where dropped_at is null`.execute(db);
}
