import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Whom a language lists, with the prices from which they deliver within how many days: how many have one package that
 * is cheap and quick enough is said by an index alone. Kept by whatever changes what is for sale.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table listed_language (
      language text not null,
      creator_id uuid not null,
      -- Of the packages that no other one is both as quick and as cheap as, the quickest first.
      days int[] not null,
      prices int[] not null,
      primary key (language, creator_id) include (days, prices)
    )`.execute(db);
  await sql`
    create view listed_language_now as
    select distinct language, creator_id, days, prices
    from creator_listing l
      cross join lateral (
        select coalesce(array_agg(delivery_days order by delivery_days), '{}') as days,
          coalesce(array_agg(price_cents order by delivery_days), '{}') as prices
        from (
          select delivery_days, price_cents,
            min(price_cents) over (order by delivery_days, price_cents rows between unbounded preceding and 1 preceding) as before
          from listed_offer o where o.creator_id = l.creator_id
        ) as offer where before is null or price_cents < before
      ) as quickest, unnest(languages) as language`.execute(db);
  await sql`insert into listed_language select * from listed_language_now`.execute(db);
  await sql`create index listed_language_lookup on listed_language using hash (creator_id)`.execute(db);
  // Whoever changes a listing waits from here on; what was changed meanwhile is made up for.
  await keeping(db);
  await sql`delete from listed_language as kept
    where not exists (select from creator_listing as l where l.creator_id = kept.creator_id and kept.language = any(l.languages))`.execute(
    db,
  );
  await sql`insert into listed_language as kept select * from listed_language_now
    on conflict (language, creator_id) do update set days = excluded.days, prices = excluded.prices
      where kept is distinct from excluded`.execute(db);
  await sql`alter table listed_language add foreign key (creator_id) references creator_listing on delete cascade`.execute(
    db,
  );
  await sql`analyze listed_language`.execute(db);
}

async function keeping(db: QueryExecutorProvider): Promise<void> {
  // All packages of a listing are written anew whenever it changes (0073), by one statement.
  await sql`
    create function list_languages() returns trigger language plpgsql as $$
    declare
      creator uuid;
    begin
      for creator in select distinct creator_id from added loop
        delete from listed_language where creator_id = creator
          and not exists (select from creator_listing as l where l.creator_id = creator and language = any(l.languages));
        insert into listed_language as kept select * from listed_language_now where creator_id = creator
        on conflict (language, creator_id) do update set days = excluded.days, prices = excluded.prices
          where kept is distinct from excluded;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`create trigger languages_listed after insert on listed_offer
    referencing new table as added for each statement execute function list_languages()`.execute(db);
  // That of 0076 with it, for when triggers are off.
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
      delete from listed_language;
      insert into listed_language select * from listed_language_now;
      insert into creator_name (creator_id, name) select creator_id, name from creator_name_now join creator_listing using (creator_id);
    end $$`.execute(db);
}
