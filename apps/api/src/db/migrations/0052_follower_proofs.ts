import { sql, type QueryExecutorProvider } from 'kysely';

/** Pictures with which creators show staff how many follow them. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table follower_proof (
      id uuid primary key default gen_random_uuid(),
      creator_id uuid not null references app_user,
      platform text not null check (length(platform) <= 30),
      -- What the creator claimed when the picture was sent.
      handle text not null check (length(handle) <= 100),
      followers integer not null check (followers >= 0),
      -- Null once it was refused: the picture goes.
      picture_url text check (length(picture_url) <= 500),
      state text not null check (state in ('waiting', 'confirmed', 'refused')),
      reason text check (length(reason) between 1 and 1000),
      sent_at timestamptz not null,
      decided_at timestamptz,
      decided_by uuid references app_user,
      unique (creator_id, platform, state),
      check ((state = 'waiting') = (decided_at is null)),
      check ((state = 'refused') = (picture_url is null)),
      check ((state = 'refused') = (reason is not null))
    )`.execute(db);
  await sql`create index follower_proof_waiting on follower_proof (sent_at, id) where state = 'waiting'`.execute(db);
  // What staff has decided, newest first; and what is too old to speak for a figure.
  await sql`create index follower_proof_decided on follower_proof (decided_at, id) where state <> 'waiting'`.execute(
    db,
  );
}
