import { sql, type QueryExecutorProvider } from 'kysely';

/** Conversations between a brand and a creator: one per pair, and one per booking. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create extension if not exists btree_gin`.execute(db);
  await sql`
    create table conversation (
      id uuid primary key default gen_random_uuid(),
      creator_id uuid not null references app_user,
      brand_id uuid not null references app_user,
      -- Null: the one of the pair.
      booking_id uuid unique references booking,
      -- The number of its newest message; the row's lock gives numbers out.
      last_number int not null default 0 check (last_number between 0 and 1000000),
      created_at timestamptz not null,
      check (creator_id <> brand_id)
    )`.execute(db);
  await sql`create unique index conversation_of_pair on conversation (brand_id, creator_id) where booking_id is null`.execute(
    db,
  );
  await sql`
    create table conversation_member (
      conversation_id uuid not null references conversation,
      user_id uuid not null references app_user,
      -- Of the newest message that this person hears, and when it came.
      last_number int not null default 0 check (last_number >= 0),
      last_at timestamptz not null,
      read_number int not null default 0 check (read_number >= 0),
      unread int not null default 0 check (unread >= 0),
      -- When the oldest unread message came.
      unread_since timestamptz,
      -- When a mail said that there is something unread; none more is sent until it is read.
      mailed_at timestamptz,
      primary key (conversation_id, user_id),
      check ((unread = 0) = (unread_since is null)),
      check (mailed_at is null or unread > 0)
    )`.execute(db);
  await sql`create index conversation_member_in_order on conversation_member (user_id, last_at desc, conversation_id desc)
    where last_number > 0`.execute(db);
  await sql`create index conversation_member_unread on conversation_member (user_id, last_at desc, conversation_id desc)
    where unread > 0`.execute(db);
  await sql`
    create table message (
      conversation_id uuid not null references conversation,
      number int not null check (number > 0),
      id uuid not null unique default gen_random_uuid(),
      -- Null: the product says it (said).
      author_id uuid references app_user,
      -- Made by the author's page: sent again, it is the same message.
      client_id uuid,
      said text check (said in ('staff_read')),
      text text not null check (char_length(text) <= 5000),
      -- The message that it answers.
      quoted int,
      -- False: the other side had blocked its author then, and never hears it.
      is_heard boolean not null,
      at timestamptz not null,
      -- Its author's account was deleted, and its words with it.
      erased_at timestamptz,
      primary key (conversation_id, number),
      unique (author_id, client_id),
      foreign key (conversation_id, quoted) references message (conversation_id, number),
      check ((author_id is null) = (said is not null) and (author_id is null) = (client_id is null)),
      check (quoted < number),
      check ((said is not null or erased_at is not null) = (text = ''))
    )`.execute(db);
  await sql`create index message_words on message using gin (conversation_id, to_tsvector('simple', text))`.execute(db);
  await sql`
    create table message_block (
      blocker_id uuid not null references app_user,
      blocked_id uuid not null references app_user,
      at timestamptz not null,
      primary key (blocker_id, blocked_id),
      check (blocker_id <> blocked_id)
    )`.execute(db);
  for (const table of ['report', 'moderation_decision']) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_subject_kind_check`)},
      add constraint ${sql.ref(`${table}_subject_kind_check`)}
      check (subject_kind in ('profile', 'package', 'review', 'message'))`.execute(db);
  }
}
