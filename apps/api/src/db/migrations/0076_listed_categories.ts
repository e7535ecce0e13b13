import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Whom a category lists, in the orders that are asked for, each an index that has all of it: an index of the whole
 * market is read until enough of one category have come by, and one of categories alone leads to a page of the table
 * for each creator. Kept by whatever changes a listing.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table listed_category (
      category text not null,
      creator_id uuid not null,
      joined_ms bigint not null,
      followers bigint not null,
      completed int not null,
      min_price_cents int not null,
      max_price_cents int not null,
      min_days int not null,
      rating_tenths int not null,
      primary key (category, creator_id) include (completed, min_price_cents, min_days)
    )`.execute(db);
  await sql`
    create view listed_category_now as
    select distinct category, creator_id, joined_ms, followers, completed, min_price_cents, max_price_cents, min_days, rating_tenths
    from creator_listing, unnest(categories) as category`.execute(db);
  await sql`insert into listed_category select * from listed_category_now`.execute(db);
  // The orders of the lists that can be asked for of one category alone (discovery.sql.ts, matching.sql.ts).
  await sql`create index listed_category_proven on listed_category (category, completed desc, followers desc, creator_id desc)
    include (min_price_cents, max_price_cents, min_days, rating_tenths)`.execute(db);
  await sql`create index listed_category_cheapest on listed_category (category, (-min_price_cents) desc, completed desc, creator_id desc)
    include (min_price_cents, max_price_cents, min_days, rating_tenths, followers)`.execute(db);
  await sql`create index listed_category_newest on listed_category (category, joined_ms desc, completed desc, creator_id desc)
    include (min_price_cents, max_price_cents, min_days, rating_tenths, followers)`.execute(db);
  // Whoever changes a listing waits from here on; what was changed meanwhile is made up for.
  await keeping(db);
  await sql`delete from listed_category as kept
    where not exists (select from creator_listing as l where l.creator_id = kept.creator_id and kept.category = any(l.categories))`.execute(
    db,
  );
  await sql`insert into listed_category as kept select * from listed_category_now
    on conflict (category, creator_id) do update set
      joined_ms = excluded.joined_ms, followers = excluded.followers, completed = excluded.completed,
      min_price_cents = excluded.min_price_cents, max_price_cents = excluded.max_price_cents, min_days = excluded.min_days,
      rating_tenths = excluded.rating_tenths
    where kept is distinct from excluded`.execute(db);
  await sql`analyze listed_category`.execute(db);
}

async function keeping(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create function list_categories() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from listed_category where category = any(old.categories) and creator_id = old.creator_id;
        return null;
      end if;
      if tg_op = 'UPDATE' and old.categories <> new.categories then
        delete from listed_category
        where category = any(old.categories) and category <> all(new.categories) and creator_id = old.creator_id;
      end if;
      insert into listed_category as kept
      select distinct category, new.creator_id, new.joined_ms, new.followers, new.completed, new.min_price_cents, new.max_price_cents,
        new.min_days, new.rating_tenths
      from unnest(new.categories) as category
      on conflict (category, creator_id) do update set
        joined_ms = excluded.joined_ms, followers = excluded.followers, completed = excluded.completed,
        min_price_cents = excluded.min_price_cents, max_price_cents = excluded.max_price_cents, min_days = excluded.min_days,
        rating_tenths = excluded.rating_tenths
      where kept is distinct from excluded;
      return null;
    end $$`.execute(db);
  await sql`create trigger categories_listed after insert or update or delete on creator_listing
    for each row execute function list_categories()`.execute(db);
  // That of 0073 with it, for when triggers are off.
  await sql`
    create or replace function rebuild_creator_listings() returns void language plpgsql as $$
    begin
      delete from creator_listing;
      insert into creator_listing select * from creator_listing_now;
      delete from listed_category;
      insert into listed_category select * from listed_category_now;
      insert into creator_document select now.* from creator_document_now now join creator_listing using (creator_id);
      insert into creator_card select now.* from creator_card_now now join creator_listing using (creator_id);
      insert into listed_offer select * from listed_offer_now;
      insert into offer_document select package_id, document from offer_document_now;
      insert into creator_name (creator_id, name) select creator_id, name from creator_name_now join creator_listing using (creator_id);
    end $$`.execute(db);
}
