import { sql, type QueryExecutorProvider } from 'kysely';

/** Who is suspended cannot be found, and what staff has hidden is not for sale: the listing follows both at once. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create or replace function refresh_creator_listing(creator uuid) returns void language plpgsql as $$
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
        from package where creator_id = u.id and is_active and hidden_at is null
      ) as offers
      where u.id = creator and u.user_type = 'influencer' and u.deleted_at is null and u.suspended_at is null and offers.min_price_cents is not null
      on conflict (creator_id) do update set
        joined_ms = excluded.joined_ms, followers = excluded.followers, completed = excluded.completed,
        min_price_cents = excluded.min_price_cents, max_price_cents = excluded.max_price_cents, categories = excluded.categories,
        languages = excluded.languages, platforms = excluded.platforms, names = excluded.names, document = excluded.document;
      if not found then delete from creator_listing where creator_id = creator; end if;
    end $$`.execute(db);

  // Hiding a package is an update of `package`, which refreshes the listing already.
  await sql`drop trigger creator_changed on app_user`.execute(db);
  await sql`
    create trigger creator_changed
      after update of username, full_name, user_type, bio, location, categories, languages, followers, created_at, deleted_at, suspended_at on app_user
      for each row when (new.user_type = 'influencer' or old.user_type = 'influencer') execute function creator_changed()`.execute(
    db,
  );

  await sql`drop index package_offers`.execute(db);
  await sql`create index package_offers on package (creator_id) include (price_cents, delivery_days) where is_active and hidden_at is null`.execute(
    db,
  );
  // Few are: whether one is suspended is asked of every package that is shown.
  await sql`create index app_user_suspended on app_user (id) where suspended_at is not null`.execute(db);

  await sql`
    select refresh_creator_listing(id) from app_user
    where user_type = 'influencer' and (suspended_at is not null or exists (select from package where creator_id = app_user.id and hidden_at is not null))`.execute(
    db,
  );
}
