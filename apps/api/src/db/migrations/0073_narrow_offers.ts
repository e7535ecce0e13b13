import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * The words of a package stand apart from what it is found and sorted by, as a creator's do (migration 0022): lists of
 * prices are counted by indexes, and those cost little while the rows that they lead to are few pages.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await offers(db);
  await refreshing(db);
  // Movements have few entries, which are always looked up by their movement: as the indexes of 0071.
  await sql`create index ledger_entry_lookup on ledger_entry using hash (transaction_id)`.execute(db);
  await sql`create index ledger_document_lookup on ledger_document using hash (transaction_id)`.execute(db);
}

async function offers(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table offer_document (
      package_id uuid not null references listed_offer on delete cascade,
      document tsvector not null
    )`.execute(db);
  // Looked up by packages that are known, and by nothing else (migration 0071).
  await sql`create index offer_document_lookup on offer_document using hash (package_id)`.execute(db);
  await sql`insert into offer_document select package_id, document from listed_offer`.execute(db);
  await sql`drop view listed_offer_now`.execute(db);
  // The column stays, empty: processes of the version before, which are still up, find fewer packages by their words
  // until they are replaced, and fail at nothing.
  await sql`alter table listed_offer alter column document drop not null`.execute(db);
  await sql`update listed_offer set document = null`.execute(db);
  // That of 0047 without it.
  await sql`
    create view listed_offer_now as
    select package.id as package_id, l.creator_id, price_cents, delivery_days, is_popular, l.completed, l.followers, l.categories, l.languages, l.platforms,
      null::tsvector as document, l.places, l.rating_tenths
    from creator_listing l join package on package.creator_id = l.creator_id and is_active and hidden_at is null`.execute(
    db,
  );
  await sql`
    create view offer_document_now as
    select package.id as package_id, l.creator_id,
      setweight(search_document(name, english), 'A') || search_document(description || ' ' || array_to_string(features, ' '), english) as document
    from creator_listing l join package on package.creator_id = l.creator_id and is_active and hidden_at is null
      cross join lateral writes_english(l.languages) as english`.execute(db);
}

async function refreshing(db: QueryExecutorProvider): Promise<void> {
  // Those of 0070 and 0036 with it.
  await sql`
    create or replace function refresh_creator_listing(creator uuid) returns void language plpgsql as $$
    begin
      perform lock_creator_listing(creator);
      insert into creator_listing select * from creator_listing_now where creator_id = creator
      on conflict (creator_id) do update set
        joined_ms = excluded.joined_ms, followers = excluded.followers, completed = excluded.completed,
        min_price_cents = excluded.min_price_cents, max_price_cents = excluded.max_price_cents, min_days = excluded.min_days,
        categories = excluded.categories, languages = excluded.languages, platforms = excluded.platforms, places = excluded.places,
        rating_tenths = excluded.rating_tenths, rating_rank = excluded.rating_rank;
      if not found then
        delete from creator_listing where creator_id = creator;
        return;
      end if;
      insert into creator_document select * from creator_document_now where creator_id = creator
      on conflict (creator_id) do update set names = excluded.names, document = excluded.document;
      insert into creator_card select * from creator_card_now where creator_id = creator
      on conflict (creator_id) do update set card = excluded.card, offers = excluded.offers, availability = excluded.availability;
      delete from listed_offer where creator_id = creator;
      insert into listed_offer select * from listed_offer_now where creator_id = creator;
      insert into offer_document select package_id, document from offer_document_now where creator_id = creator;
      delete from creator_name where creator_id = creator
        and name not in (select name from creator_name_now where creator_id = creator);
      insert into creator_name (creator_id, name) select creator_id, name from creator_name_now where creator_id = creator
      on conflict do nothing;
    end $$`.execute(db);
  await sql`
    create or replace function rebuild_creator_listings() returns void language plpgsql as $$
    begin
      delete from creator_listing;
      insert into creator_listing select * from creator_listing_now;
      insert into creator_document select now.* from creator_document_now now join creator_listing using (creator_id);
      insert into creator_card select now.* from creator_card_now now join creator_listing using (creator_id);
      insert into listed_offer select * from listed_offer_now;
      insert into offer_document select package_id, document from offer_document_now;
      insert into creator_name (creator_id, name) select creator_id, name from creator_name_now join creator_listing using (creator_id);
    end $$`.execute(db);
}
