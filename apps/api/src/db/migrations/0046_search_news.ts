import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Saved searches whose new matches are mailed. `package_arrival` says in which order packages came up for sale for the
 * first time; each is new once, however often it is taken down and put back.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table package_arrival (
      package_id uuid primary key references package on delete cascade,
      creator_id uuid not null references app_user on delete cascade,
      -- Given before the transaction that makes it visible ends: who reads on from a number looks back a little.
      seq bigint not null generated always as identity unique
    )`.execute(db);
  // What is there is not new to anybody.
  await sql`insert into package_arrival (package_id, creator_id)
    select id, creator_id from package order by created_at, id`.execute(db);
  await sql`create function package_arrived() returns trigger language plpgsql as $$ begin
    insert into package_arrival (package_id, creator_id) values (new.package_id, new.creator_id) on conflict do nothing;
    return null;
  end $$`.execute(db);
  await sql`create trigger package_arrived after insert on listed_offer
    for each row execute function package_arrived()`.execute(db);

  // Nobody who saved one before was asked.
  await sql`alter table saved_search
    add column is_mailed boolean not null default false,
    add column looked_at timestamptz,
    add column saved_seq bigint not null default 0,
    add column seen_seq bigint not null default 0`.execute(db);
  await sql`update saved_search set looked_at = created_at, saved_seq = newest, seen_seq = newest
    from (select coalesce(max(seq), 0) as newest from package_arrival) as arrivals`.execute(db);
  await sql`alter table saved_search alter column looked_at set not null, alter column is_mailed drop default,
    alter column saved_seq drop default, alter column seen_seq drop default`.execute(db);
  await sql`create index saved_search_due on saved_search (looked_at) where is_mailed`.execute(db);
  // Nobody is told of a creator twice for one search.
  await sql`
    create table saved_search_told (
      search_id uuid not null references saved_search on delete cascade,
      creator_id uuid not null references app_user on delete cascade,
      primary key (search_id, creator_id)
    )`.execute(db);
  await sql`create index saved_search_told_of on saved_search_told (creator_id)`.execute(db);

  await sql`alter table subject_link drop constraint subject_link_purpose_check,
    add constraint subject_link_purpose_check check (purpose in ('thread', 'appeal', 'unsubscribe'))`.execute(db);
}
