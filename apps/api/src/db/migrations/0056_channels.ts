import { sql, type QueryExecutorProvider } from 'kysely';

/** Mails that are collected in one a day, and browsers that are told also while no page of ours is open in them. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table notice_settings
      add column daily text[] not null default '{}'
        check (daily <@ array['bookings', 'offers', 'reviews'] and cardinality(daily) <= 3),
      add column push_off text[] not null default '{}'
        check (push_off <@ array['bookings', 'offers', 'reviews', 'messages', 'money', 'account'] and cardinality(push_off) <= 6),
      add check (not (off && daily))`.execute(db);
  await sql`alter table mail add column is_daily boolean not null default false`.execute(db);
  await sql`create index mail_daily on mail (user_id, due_at) where is_daily and data is not null`.execute(db);
  await sql`
    create table push_subscription (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references app_user on delete cascade,
      -- It ends with the session it was made in: whoever signs out is told nothing more there.
      session_hash text not null references session on delete cascade,
      -- Where the browser's maker takes what is for it, and the browser's keys.
      endpoint text not null unique check (length(endpoint) between 10 and 1000),
      p256dh text not null check (length(p256dh) between 80 and 100),
      auth text not null check (length(auth) between 16 and 40),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index push_subscription_of on push_subscription (user_id, created_at)`.execute(db);
  await sql`create index push_subscription_session on push_subscription (session_hash)`.execute(db);
}
