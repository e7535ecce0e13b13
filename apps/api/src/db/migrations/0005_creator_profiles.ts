import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * What a creator tells brands beyond name and bio: categories, languages, links, platforms with followers, pictures.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  // The lists themselves are in libs/validation; the database bounds how much one person can store.
  await sql`
    alter table app_user
      add column categories text[] not null default '{}' check (cardinality(categories) <= 5),
      add column languages text[] not null default '{}' check (cardinality(languages) <= 10),
      add column links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
      -- The sum over the platforms, kept by whoever writes them: lists filter and sort by it.
      add column followers bigint not null default 0 check (followers >= 0)`.execute(db);
  await sql`create index app_user_categories on app_user using gin (categories) where user_type = 'influencer'`.execute(
    db,
  );
  await sql`create index app_user_followers on app_user (followers desc, id desc) where user_type = 'influencer'`.execute(
    db,
  );

  await sql`
    create table creator_platform (
      creator_id uuid not null references app_user on delete cascade,
      platform text not null check (length(platform) between 1 and 40),
      handle text not null check (length(handle) between 1 and 100),
      followers int not null check (followers between 0 and 2000000000),
      starting_price_cents int check (starting_price_cents between 100 and 10000000),
      position int not null check (position >= 0),
      primary key (creator_id, platform)
    )`.execute(db);
  await sql`create index creator_platform_platform on creator_platform (platform, followers desc)`.execute(db);

  await sql`
    create table portfolio_picture (
      id uuid primary key default gen_random_uuid(),
      creator_id uuid not null references app_user on delete cascade,
      url text not null,
      width int not null check (width between 1 and 10000),
      height int not null check (height between 1 and 10000),
      caption text not null default '' check (length(caption) <= 200),
      position int not null check (position >= 0),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index portfolio_picture_of_creator on portfolio_picture (creator_id, position, id)`.execute(db);
}
