import { sql, type QueryExecutorProvider } from 'kysely';

/** Contact messages become threads: staff answers from the product, and whoever asked writes again by a link. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table contact_message
      add number bigint generated always as identity unique,
      add status text not null default 'open' check (status in ('open', 'answered', 'closed')),
      drop constraint contact_message_check`.execute(db);
  await sql`update contact_message set status = 'closed' where answered_at is not null`.execute(db);
  await sql`
    alter table contact_message
      add check ((answered_at is null) = (answered_by is null)),
      add check (answer_note is null or answered_at is not null)`.execute(db);
  await sql`drop index contact_message_open`.execute(db);
  await sql`drop index contact_message_answered`.execute(db);
  await sql`create index contact_message_by_status on contact_message (status, created_at desc, id desc)`.execute(db);
  await sql`
    create table contact_reply (
      id uuid primary key default gen_random_uuid(),
      message_id uuid not null references contact_message on delete cascade,
      -- Null: whoever wrote the message.
      staff_id uuid references app_user,
      text text not null check (length(text) between 1 and 5000),
      at timestamptz not null
    )`.execute(db);
  await sql`create index contact_reply_of on contact_reply (message_id, at, id)`.execute(db);
  // Links in mails that may be opened again and again, by whoever got the mail.
  await sql`
    create table subject_link (
      -- SHA-256 of the token: a read of this table opens nothing.
      token_hash text primary key,
      purpose text not null check (purpose in ('thread', 'appeal')),
      subject_id uuid not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index subject_link_expires_at on subject_link (expires_at)`.execute(db);
  await sql`create index subject_link_of on subject_link (subject_id)`.execute(db);
}
