import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * The operator's terms as they are, with a longer time to the payout where nothing was delivered here (decisions "Mark
 * as Completed"). Bookings that were ordered before keep theirs.
 */
const withUndelivered = sql`
  insert into booking_terms (number, fee_bps, windows, reason, set_at)
  select number + 1, fee_bps, windows || jsonb_build_object('undeliveredDays', greatest(14, (windows ->> 'releaseDays')::int)),
    'The product can show what was delivered', greatest(set_at, '2026-11-23')
  from booking_terms order by number desc limit 1`;

/** What a booking delivers piece by piece, the versions sent of it, what the brand says to them, and their files. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table deliverable (
      id uuid primary key default gen_random_uuid(),
      booking_id uuid not null references booking,
      position smallint not null check (position between 1 and 30),
      title text not null check (length(title) between 1 and 200),
      -- The creator added it; the others are what was ordered.
      is_added boolean not null default false,
      unique (booking_id, position)
    )`.execute(db);
  await sql`
    create table delivery (
      deliverable_id uuid not null references deliverable,
      number smallint not null check (number between 1 and 25),
      note text not null check (length(note) <= 2000),
      links text[] not null check (cardinality(links) <= 5),
      sent_at timestamptz not null,
      verdict text check (verdict in ('approved', 'changes')),
      decided_at timestamptz,
      wish text check (length(wish) between 1 and 5000),
      remarks jsonb not null default '[]' check (jsonb_typeof(remarks) = 'array'),
      primary key (deliverable_id, number),
      check ((verdict is null) = (decided_at is null)),
      check ((verdict is not distinct from 'changes') = (wish is not null))
    )`.execute(db);
  await sql`
    create table delivery_file (
      id uuid primary key default gen_random_uuid(),
      deliverable_id uuid not null references deliverable,
      -- Null: it was not sent yet.
      number smallint,
      name text not null check (length(name) between 1 and 200),
      bytes bigint not null check (bytes between 1 and 209715200),
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
      foreign key (deliverable_id, number) references delivery,
      check ((sha256 is null) = (finished_at is null)),
      check (number is null or finished_at is not null)
    )`.execute(db);
  await sql`create index delivery_file_of_deliverable on delivery_file (deliverable_id, number)`.execute(db);
  // What was uploaded and never sent, and what has been kept long enough, oldest first.
  await sql`create index delivery_file_kept on delivery_file (begun_at) where dropped_at is null`.execute(db);
  await withUndelivered.execute(db);
  // Work that is under way began before there was a room for it.
  await sql`
    insert into deliverable (booking_id, position, title)
    select id, 1, package_name from booking where status = 'in_progress'`.execute(db);
}
