import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * A search reads narrow rows in the order that was asked for: one per creator, and one per package for sale where a
 * price range or a delivery time decides the order. What a card shows stands ready in a row of its own, and so do the
 * words. As before the database keeps all of it, whoever changes what it is made from.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`drop table creator_listing cascade`.execute(db);
  await tables(db);
  await views(db);
  await refreshing(db);
  await sql`select rebuild_creator_listings()`.execute(db);
  await indexes(db);
}

async function tables(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table creator_listing (
      creator_id uuid primary key references app_user on delete cascade,
      joined_ms bigint not null,
      followers bigint not null,
      completed int not null,
      min_price_cents int not null,
      max_price_cents int not null,
      min_days int not null,
      categories text[] not null,
      languages text[] not null,
      platforms text[] not null
    )`.execute(db);
  await sql`
    create table creator_document (
      creator_id uuid primary key references creator_listing on delete cascade,
      names text not null,
      document tsvector not null
    )`.execute(db);
  // Read by every search for a common word: a document of the usual size is not stored apart from its row.
  await sql`alter table creator_document set (toast_tuple_target = 8160)`.execute(db);
  await sql`
    create table creator_card (
      creator_id uuid primary key references creator_listing on delete cascade,
      card jsonb not null,
      offers jsonb not null
    )`.execute(db);
  await sql`
    create table listed_offer (
      package_id uuid primary key,
      creator_id uuid not null references creator_listing on delete cascade,
      price_cents int not null,
      delivery_days int not null,
      is_popular boolean not null,
      completed int not null,
      followers bigint not null,
      categories text[] not null,
      languages text[] not null,
      platforms text[] not null,
      document tsvector not null
    )`.execute(db);
}

/** What each of them says now, computed from what it is made from. */
async function views(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create view creator_listing_now as
    select u.id as creator_id, floor(extract(epoch from u.created_at) * 1000)::bigint as joined_ms, u.followers, count_completed_bookings(u.id) as completed,
      offers.min_price_cents, offers.max_price_cents, offers.min_days, u.categories, u.languages,
      coalesce((select array_agg(platform order by position, platform) from creator_platform where creator_id = u.id), '{}') as platforms
    from app_user u
      cross join lateral (
        select min(price_cents) as min_price_cents, max(price_cents) as max_price_cents, min(delivery_days) as min_days
        from package where creator_id = u.id and is_active and hidden_at is null
      ) as offers
    where u.user_type = 'influencer' and u.deleted_at is null and u.suspended_at is null and offers.min_price_cents is not null`.execute(
    db,
  );
  // Bounded: a document of a million characters could not be stored, and the package could not be saved.
  await sql`
    create view creator_document_now as
    select u.id as creator_id, unaccent(lower(u.full_name || ' ' || u.username)) as names,
      setweight(search_document(u.full_name || ' ' || u.username), 'A')
        || setweight(search_document(array_to_string(u.categories, ' ') || ' ' || left(offers.names, 20000)), 'B')
        || setweight(search_document(u.bio || ' ' || u.location), 'C')
        || setweight(search_document(left(offers.texts, 50000)), 'D') as document
    from app_user u
      cross join lateral (
        select string_agg(name, ' ' order by created_at) as names,
          string_agg(description || ' ' || array_to_string(features, ' '), ' ' order by created_at) as texts
        from package where creator_id = u.id and is_active and hidden_at is null
      ) as offers`.execute(db);
  // A card has room for four pictures.
  await sql`
    create view creator_card_now as
    select u.id as creator_id,
      jsonb_build_object('id', u.id, 'username', u.username, 'fullName', u.full_name, 'location', u.location, 'profileImageUrl', u.profile_image_url,
        'categories', u.categories, 'followers', u.followers,
        'platforms', coalesce((
          select jsonb_agg(jsonb_build_object('platform', platform, 'handle', handle, 'followers', followers) order by position, platform)
          from creator_platform where creator_id = u.id), '[]'),
        'pictures', coalesce((
          select jsonb_agg(jsonb_build_object('url', url, 'width', width, 'height', height, 'caption', caption) order by position, id)
          from (select * from portfolio_picture where creator_id = u.id order by position, id limit 4) as pictures), '[]')) as card,
      (select jsonb_agg(jsonb_build_object('packageId', id, 'packageName', name, 'priceCents', price_cents, 'deliveryDays', delivery_days,
          'features', features, 'isPopular', is_popular) order by is_popular desc, price_cents, id)
        from package where creator_id = u.id and is_active and hidden_at is null) as offers
    from app_user u`.execute(db);
  await sql`
    create view listed_offer_now as
    select package.id as package_id, l.creator_id, price_cents, delivery_days, is_popular, l.completed, l.followers, l.categories, l.languages, l.platforms,
      setweight(search_document(name), 'A') || search_document(description || ' ' || array_to_string(features, ' ')) as document
    from creator_listing l join package on package.creator_id = l.creator_id and is_active and hidden_at is null`.execute(
    db,
  );
}

async function refreshing(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create or replace function refresh_creator_listing(creator uuid) returns void language plpgsql as $$
    begin
      perform lock_creator_listing(creator);
      insert into creator_listing select * from creator_listing_now where creator_id = creator
      on conflict (creator_id) do update set
        joined_ms = excluded.joined_ms, followers = excluded.followers, completed = excluded.completed,
        min_price_cents = excluded.min_price_cents, max_price_cents = excluded.max_price_cents, min_days = excluded.min_days,
        categories = excluded.categories, languages = excluded.languages, platforms = excluded.platforms;
      if not found then
        delete from creator_listing where creator_id = creator;
        return;
      end if;
      insert into creator_document select * from creator_document_now where creator_id = creator
      on conflict (creator_id) do update set names = excluded.names, document = excluded.document;
      insert into creator_card select * from creator_card_now where creator_id = creator
      on conflict (creator_id) do update set card = excluded.card, offers = excluded.offers;
      delete from listed_offer where creator_id = creator;
      insert into listed_offer select * from listed_offer_now where creator_id = creator;
    end $$`.execute(db);
  // Of everybody at once, into empty tables.
  await sql`
    create function rebuild_creator_listings() returns void language plpgsql as $$
    begin
      delete from creator_listing;
      insert into creator_listing select * from creator_listing_now;
      insert into creator_document select now.* from creator_document_now now join creator_listing using (creator_id);
      insert into creator_card select now.* from creator_card_now now join creator_listing using (creator_id);
      insert into listed_offer select * from listed_offer_now;
    end $$`.execute(db);

  await sql`drop trigger creator_changed on app_user`.execute(db);
  await sql`
    create trigger creator_changed
      after update of username, full_name, user_type, bio, location, profile_image_url, categories, languages, followers, created_at, deleted_at, suspended_at on app_user
      for each row when (new.user_type = 'influencer' or old.user_type = 'influencer') execute function creator_changed()`.execute(
    db,
  );
  for (const [event, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`
      create trigger ${sql.ref(`portfolio_picture_${event}_listed`)} after ${sql.raw(event)} on portfolio_picture
      referencing ${sql.raw(rows)} table as changed for each statement execute function creators_offers_changed()`.execute(
      db,
    );
  }

  // One more or one fewer: nobody counts a long history again because of one booking.
  await sql`
    create or replace function booking_completed() returns trigger language plpgsql as $$
    declare
      more int := (new.status = 'completed' and new.payment_state not in ('refunding', 'refunded'))::int
        - (old.status = 'completed' and old.payment_state not in ('refunding', 'refunded'))::int;
    begin
      if more <> 0 then
        perform lock_creator_listing(new.creator_id);
        update creator_listing set completed = completed + more where creator_id = new.creator_id;
        update listed_offer set completed = completed + more where creator_id = new.creator_id;
      end if;
      return null;
    end $$`.execute(db);

  // The nearest hundred of at most a thousand: whoever mistypes a name is not helped by more.
  await sql`
    create or replace function creators_named_like(words text[]) returns table (creator_id uuid, likeness real) language sql stable
    set pg_trgm.word_similarity_threshold = 0.5 as $$
      select listing.creator_id, (select min(word_similarity(unaccent(word), names)) from unnest(words) as word) as likeness
      from (
        select document.creator_id, names from creator_document as document
        where unaccent(words[1]) <% names and (select bool_and(unaccent(word) <% names) from unnest(words) as word) limit 1000
      ) as listing
      order by likeness desc, creator_id limit 100
    $$`.execute(db);
}

async function indexes(db: QueryExecutorProvider): Promise<void> {
  await sql`create index creator_document_words on creator_document using gin (document)`.execute(db);
  await sql`create index creator_document_names on creator_document using gin (names gin_trgm_ops)`.execute(db);
  for (const column of ['categories', 'platforms', 'languages'])
    await sql`create index ${sql.ref(`creator_listing_${column}`)} on creator_listing using gin (${sql.ref(column)})`.execute(
      db,
    );
  // One for each order of the list, with what is filtered by.
  const filters = sql`include (followers, min_price_cents, max_price_cents, min_days, categories, languages, platforms)`;
  await sql`create index creator_listing_proven on creator_listing (completed desc, followers desc, creator_id desc)
    include (min_price_cents, max_price_cents, min_days, categories, languages, platforms)`.execute(db);
  await sql`create index creator_listing_newest on creator_listing (joined_ms desc, completed desc, creator_id desc) ${filters}`.execute(
    db,
  );
  await sql`create index creator_listing_followers on creator_listing (followers desc, completed desc, creator_id desc)
    include (min_price_cents, max_price_cents, min_days, categories, languages, platforms)`.execute(db);
  await sql`create index creator_listing_cheapest on creator_listing ((-min_price_cents) desc, completed desc, creator_id desc)
    include (min_price_cents, followers, max_price_cents, min_days, categories, languages, platforms)`.execute(db);
  await sql`create index creator_listing_dearest on creator_listing (max_price_cents desc, completed desc, creator_id desc)
    include (followers, min_price_cents, min_days, categories, languages, platforms)`.execute(db);
  await sql`create index listed_offer_of_creator on listed_offer (creator_id, price_cents) include (delivery_days)`.execute(
    db,
  );
  await sql`create index listed_offer_cheapest on listed_offer ((-price_cents) desc, completed desc, creator_id desc)
    include (package_id, price_cents, delivery_days, followers, categories, languages, platforms)`.execute(db);
  await sql`create index listed_offer_dearest on listed_offer (price_cents desc, completed desc, creator_id desc)
    include (package_id, delivery_days, followers, categories, languages, platforms)`.execute(db);
}
