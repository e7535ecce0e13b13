import { sql, type QueryExecutorProvider } from 'kysely';

/** The days on which deliverables are planned, where work was published, what came of it, and who shares that. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table deliverable add column planned_on date`.execute(db);
  await sql`
    create table post (
      id uuid primary key default gen_random_uuid(),
      booking_id uuid not null references booking,
      link text not null check (length(link) between 1 and 500),
      published_on date not null,
      -- The creator has said that the post is marked as advertising; without it there is no post.
      disclosed_at timestamptz not null,
      unique (booking_id, link)
    )`.execute(db);
  await sql`
    create table post_figures (
      post_id uuid not null references post on delete cascade,
      -- From 1.
      number smallint not null check (number between 1 and 50),
      reported_at timestamptz not null,
      views bigint check (views between 0 and 1000000000000),
      likes bigint check (likes between 0 and 1000000000000),
      comments bigint check (comments between 0 and 1000000000000),
      shares bigint check (shares between 0 and 1000000000000),
      saves bigint check (saves between 0 and 1000000000000),
      clicks bigint check (clicks between 0 and 1000000000000),
      primary key (post_id, number),
      check (num_nonnulls(views, likes, comments, shares, saves, clicks) > 0)
    )`.execute(db);
  // One address for each side that shares a booking's results.
  await sql`
    create table shared_results (
      booking_id uuid not null references booking,
      user_id uuid not null references app_user,
      token text not null unique check (length(token) between 16 and 100),
      shared_at timestamptz not null,
      primary key (booking_id, user_id)
    )`.execute(db);
  await sql`create index shared_results_of_user on shared_results (user_id)`.execute(db);
}
