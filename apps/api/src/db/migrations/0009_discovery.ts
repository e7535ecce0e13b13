import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * One row per creator who can be found, with all that a search filters and sorts by. The database keeps it: whoever
 * changes a profile, a package or a booking need not know of it, and it can never be older than what it is made from.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create extension if not exists unaccent`.execute(db);

  // Words without accents: as they are (for prefixes) and as stems (a search for 'recipe' finds 'recipes').
  for (const [name, dictionary] of [
    ['marquee_words', 'simple'],
    ['marquee_stems', 'english_stem'],
  ] as const) {
    await sql`create text search configuration ${sql.ref(name)} (copy = english)`.execute(db);
    await sql`
      alter text search configuration ${sql.ref(name)}
        alter mapping for asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart with unaccent, ${sql.ref(dictionary)}`.execute(
      db,
    );
  }
  await sql`
    create function search_document(words text) returns tsvector language sql stable parallel safe as $$
      -- Signs inside of words would glue them together: names, addresses and '30-second' are searched by their parts.
      select to_tsvector('marquee_words', parts) || to_tsvector('marquee_stems', parts) from translate(words, '_-/@.', '     ') as parts
    $$`.execute(db);
  await sql`
    create function search_query(words text[]) returns tsquery language plpgsql stable parallel safe as $$
    declare
      word text;
      part tsquery;
      answer tsquery;
    begin
      foreach word in array words loop
        part := to_tsquery('marquee_words', quote_literal(word) || ':*') || to_tsquery('marquee_stems', quote_literal(word) || ':*');
        answer := case when answer is null then part else answer && part end;
      end loop;
      return answer;
    end $$`.execute(db);

  await sql`
    create table creator_listing (
      creator_id uuid primary key references app_user on delete cascade,
      joined_ms bigint not null,
      followers bigint not null,
      completed int not null,
      min_price_cents int not null,
      max_price_cents int not null,
      categories text[] not null,
      languages text[] not null,
      platforms text[] not null,
      names text not null,
      document tsvector not null
    )`.execute(db);

  // Two changes of one creator take turns: each sees what the other did, and none is lost.
  await sql`
    create function lock_creator_listing(creator uuid) returns void language sql as $$
      select pg_advisory_xact_lock(9, hashtext(creator::text) & 1023)
    $$`.execute(db);
  await sql`
    create function count_completed_bookings(creator uuid) returns int language sql stable as $$
      select count(*)::int from booking
      where creator_id = creator and status = 'completed' and payment_state not in ('refunding', 'refunded')
    $$`.execute(db);
  await sql`
    create function refresh_creator_listing(creator uuid) returns void language plpgsql as $$
    begin
      perform lock_creator_listing(creator);
      insert into creator_listing
      select u.id, floor(extract(epoch from u.created_at) * 1000), u.followers, count_completed_bookings(u.id),
        offers.min_price_cents, offers.max_price_cents, u.categories, u.languages,
        coalesce((select array_agg(platform order by position, platform) from creator_platform where creator_id = u.id), '{}'),
        unaccent(lower(u.full_name || ' ' || u.username)),
        -- Bounded: a document of a million characters could not be stored, and the package could not be saved.
        setweight(search_document(u.full_name || ' ' || u.username), 'A')
          || setweight(search_document(array_to_string(u.categories, ' ') || ' ' || left(offers.names, 20000)), 'B')
          || setweight(search_document(u.bio || ' ' || u.location), 'C')
          || setweight(search_document(left(offers.texts, 50000)), 'D')
      from app_user u
      cross join lateral (
        select min(price_cents) as min_price_cents, max(price_cents) as max_price_cents, string_agg(name, ' ' order by created_at) as names,
          string_agg(description || ' ' || array_to_string(features, ' '), ' ' order by created_at) as texts
        from package where creator_id = u.id and is_active
      ) as offers
      where u.id = creator and u.user_type = 'influencer' and u.deleted_at is null and offers.min_price_cents is not null
      on conflict (creator_id) do update set
        joined_ms = excluded.joined_ms, followers = excluded.followers, completed = excluded.completed,
        min_price_cents = excluded.min_price_cents, max_price_cents = excluded.max_price_cents, categories = excluded.categories,
        languages = excluded.languages, platforms = excluded.platforms, names = excluded.names, document = excluded.document;
      if not found then delete from creator_listing where creator_id = creator; end if;
    end $$`.execute(db);

  await sql`
    create function creator_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_creator_listing(new.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger creator_changed
      after update of username, full_name, user_type, bio, location, categories, languages, followers, created_at, deleted_at on app_user
      for each row when (new.user_type = 'influencer' or old.user_type = 'influencer') execute function creator_changed()`.execute(
    db,
  );

  await sql`
    create function creators_offers_changed() returns trigger language plpgsql as $$
    begin
      -- In the order of their locks, so that two statements about many creators cannot wait for each other.
      perform refresh_creator_listing(creator_id)
      from (select distinct creator_id, hashtext(creator_id::text) & 1023 as lock from changed order by lock, creator_id) as creators;
      return null;
    end $$`.execute(db);
  for (const table of ['package', 'creator_platform']) {
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const) {
      await sql`
        create trigger ${sql.ref(`${table}_${event}_listed`)} after ${sql.raw(event)} on ${sql.ref(table)}
        referencing ${sql.raw(rows)} table as changed for each statement execute function creators_offers_changed()`.execute(
        db,
      );
    }
  }

  await sql`
    create function booking_completed() returns trigger language plpgsql as $$
    begin
      perform lock_creator_listing(new.creator_id);
      update creator_listing set completed = count_completed_bookings(new.creator_id) where creator_id = new.creator_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger booking_completed after update of status, payment_state on booking
    for each row when (new.status = 'completed' and (old.status <> new.status or new.payment_state in ('refunding', 'refunded') or old.payment_state in ('refunding', 'refunded')))
    execute function booking_completed()`.execute(db);

  // Names as they are mistyped, each word of them. The function carries its own
  // threshold, since the operator that uses the index has no argument for it.
  await sql`select word_similarity('loads', 'the library that knows the setting')`.execute(db);
  await sql`
    create function creators_named_like(words text[]) returns table (creator_id uuid, likeness real) language sql stable
    set pg_trgm.word_similarity_threshold = 0.5 as $$
      select listing.creator_id, (select min(word_similarity(unaccent(word), names)) from unnest(words) as word)
      from creator_listing as listing
      where unaccent(words[1]) <% names and (select bool_and(unaccent(word) <% names) from unnest(words) as word)
    $$`.execute(db);

  await sql`select refresh_creator_listing(id) from app_user where user_type = 'influencer'`.execute(db);

  await sql`create index creator_listing_document on creator_listing using gin (document)`.execute(db);
  await sql`create index creator_listing_names on creator_listing using gin (names gin_trgm_ops)`.execute(db);
  await sql`create index creator_listing_categories on creator_listing using gin (categories)`.execute(db);
  // One for each order of the list.
  await sql`create index creator_listing_proven on creator_listing (completed desc, followers desc, creator_id desc)`.execute(
    db,
  );
  await sql`create index creator_listing_newest on creator_listing (joined_ms desc, completed desc, creator_id desc)`.execute(
    db,
  );
  await sql`create index creator_listing_followers on creator_listing (followers desc, completed desc, creator_id desc)`.execute(
    db,
  );
  await sql`create index creator_listing_cheapest on creator_listing ((-min_price_cents) desc, completed desc, creator_id desc)`.execute(
    db,
  );
  await sql`create index creator_listing_dearest on creator_listing (max_price_cents desc, completed desc, creator_id desc)`.execute(
    db,
  );
  await sql`create index package_offers on package (creator_id) include (price_cents, delivery_days) where is_active`.execute(
    db,
  );
  await sql`create index booking_completed on booking (creator_id) where status = 'completed'`.execute(db);
}
