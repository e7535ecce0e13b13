import { sql, type QueryExecutorProvider } from 'kysely';

/** What people save: creators and packages in lists of their own, which they may share by a link. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table saved_list (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references app_user,
      name text not null check (char_length(name) between 1 and 60),
      -- What is saved without naming a list goes there; it stays.
      is_first boolean not null,
      -- The end of its public address; null: it is not shared.
      token text unique check (char_length(token) = 22),
      shows_notes boolean not null default false check (token is not null or not shows_notes),
      created_at timestamptz not null,
      unique (id, owner_id)
    )`.execute(db);
  await sql`create unique index saved_list_name on saved_list (owner_id, lower(name))`.execute(db);
  await sql`create unique index saved_list_first on saved_list (owner_id) where is_first`.execute(db);
  await sql`
    create table saved_entry (
      id uuid primary key default gen_random_uuid(),
      list_id uuid not null,
      owner_id uuid not null,
      kind text not null check (kind in ('creator', 'package')),
      creator_id uuid not null references app_user,
      -- Null of a package: it was deleted.
      package_id uuid references package on delete set null,
      package_name text,
      -- The creator's price when it was saved (a creator's lowest one); null: nothing was for sale.
      price_cents int check (price_cents > 0),
      note text not null default '' check (char_length(note) <= 500),
      saved_at timestamptz not null,
      check ((kind = 'package') = (package_name is not null)),
      check (kind = 'package' or package_id is null),
      foreign key (list_id, owner_id) references saved_list (id, owner_id) on delete cascade
    )`.execute(db);
  await sql`create unique index saved_entry_creator on saved_entry (list_id, creator_id) where kind = 'creator'`.execute(
    db,
  );
  await sql`create unique index saved_entry_package on saved_entry (list_id, package_id) where package_id is not null`.execute(
    db,
  );
  await sql`create index saved_entry_in_order on saved_entry (list_id, saved_at desc, id desc)`.execute(db);
  // Whether what a page shows is saved.
  await sql`create index saved_entry_creator_of_owner on saved_entry (owner_id, creator_id) where kind = 'creator'`.execute(
    db,
  );
  await sql`create index saved_entry_package_of_owner on saved_entry (owner_id, package_id) where package_id is not null`.execute(
    db,
  );
  await sql`create index saved_entry_of_package on saved_entry (package_id) where package_id is not null`.execute(db);

  await sql`
    create table saved_search (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references app_user,
      name text not null check (char_length(name) between 1 and 60),
      -- As the find page's address says it.
      search jsonb not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index saved_search_once on saved_search (owner_id, search)`.execute(db);

  // The locks make those who add to one account, or to one list, wait for each other: each counts what the other added.
  await sql`create function limit_saved_lists() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(hashtextextended('saved lists of ' || new.owner_id, 0));
    if (select count(*) from saved_list where owner_id = new.owner_id) >= 20 then
      raise exception 'too many lists' using errcode = 'check_violation', constraint = 'saved_lists_limit';
    end if;
    return new;
  end $$`.execute(db);
  await sql`create function limit_saved_searches() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(hashtextextended('saved searches of ' || new.owner_id, 0));
    if (select count(*) from saved_search where owner_id = new.owner_id) >= 10 then
      raise exception 'too many searches' using errcode = 'check_violation', constraint = 'saved_searches_limit';
    end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger saved_search_limits before insert on saved_search
    for each row execute function limit_saved_searches()`.execute(db);
  await sql`create trigger saved_list_limits before insert on saved_list
    for each row execute function limit_saved_lists()`.execute(db);
  await sql`create function limit_saved_entries() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(hashtextextended('saved in ' || new.list_id, 0));
    if (select count(*) from saved_entry where list_id = new.list_id) >= 200 then
      raise exception 'too many entries' using errcode = 'check_violation', constraint = 'saved_entries_limit';
    end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger saved_entry_limits before insert on saved_entry
    for each row execute function limit_saved_entries()`.execute(db);
  await sql`create trigger saved_entry_move_limits before update of list_id on saved_entry
    for each row when (old.list_id <> new.list_id) execute function limit_saved_entries()`.execute(db);
}
