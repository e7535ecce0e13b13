import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * A card keeps what its creator has set about being booked, so that a list asks only for what holds places, and only of
 * creators who count them. As all of a card it is kept by whoever changes what it is made from.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table creator_card add column availability jsonb`.execute(db);
  // Days travel as text. Null: has set nothing.
  await sql`
    create function availability_of(creator uuid) returns jsonb language sql stable as $$
      select jsonb_build_object('mostBookings', most_bookings, 'leadDays', lead_days, 'timeZone', time_zone,
        'timeOff', coalesce((
          select jsonb_agg(jsonb_build_object('first', first_day, 'last', last_day) order by position)
          from time_off where time_off.creator_id = creator), '[]'))
      from creator_availability join app_user on app_user.id = creator_id where creator_id = creator
    $$`.execute(db);
  // The view of 0047 with it.
  await sql`
    create or replace view creator_card_now as
    select u.id as creator_id,
      jsonb_build_object('id', u.id, 'username', u.username, 'fullName', u.full_name, 'location', u.location, 'profileImageUrl', u.profile_image_url,
        'categories', u.categories, 'followers', u.followers,
        'ratingTenths', coalesce(total.tenths, 0), 'reviewCount', coalesce(total.reviews, 0),
        'platforms', coalesce((
          select jsonb_agg(jsonb_build_object('platform', platform, 'handle', handle, 'followers', followers) order by position, platform)
          from creator_platform where creator_id = u.id), '[]'),
        'pictures', coalesce((
          select jsonb_agg(jsonb_build_object('url', url, 'width', width, 'height', height, 'caption', caption) order by position, id)
          from (select * from portfolio_picture where creator_id = u.id order by position, id limit 4) as pictures), '[]')) as card,
      (select jsonb_agg(jsonb_build_object('packageId', id, 'packageName', name, 'priceCents', price_cents, 'deliveryDays', delivery_days,
          'features', features, 'isPopular', is_popular) || case when prices_vary then '{"pricesVary": true}'::jsonb else '{}' end
          order by is_popular desc, price_cents, id)
        from package where creator_id = u.id and is_active and hidden_at is null) as offers,
      availability_of(u.id) as availability
    from app_user u left join review_total total on total.user_id = u.id`.execute(db);
  await refreshing(db);
  await sql`
    update creator_card set availability = availability_of(creator_id)
    where creator_id in (select creator_id from creator_availability)`.execute(db);
}

async function refreshing(db: QueryExecutorProvider): Promise<void> {
  // That of 0047 with it.
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
      delete from creator_name where creator_id = creator
        and name not in (select name from creator_name_now where creator_id = creator);
      insert into creator_name (creator_id, name) select creator_id, name from creator_name_now where creator_id = creator
      on conflict do nothing;
    end $$`.execute(db);
  // Nothing else of the listing hangs on it.
  await sql`
    create function refresh_card_availability(creator uuid) returns void language plpgsql as $$
    begin
      perform lock_creator_listing(creator);
      update creator_card set availability = availability_of(creator) where creator_id = creator;
    end $$`.execute(db);
  await sql`
    create function availability_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_card_availability(case when tg_op = 'DELETE' then old.creator_id else new.creator_id end);
      return null;
    end $$`.execute(db);
  await sql`create trigger availability_changed after insert or delete or update of most_bookings, lead_days on creator_availability
    for each row execute function availability_changed()`.execute(db);
  await sql`
    create function time_off_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_card_availability(creator_id) from (select distinct creator_id from changed order by creator_id) as creators;
      return null;
    end $$`.execute(db);
  for (const [event, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`
      create trigger ${sql.ref(`time_off_${event}_listed`)} after ${sql.raw(event)} on time_off
      referencing ${sql.raw(rows)} table as changed for each statement execute function time_off_changed()`.execute(db);
  await sql`
    create function time_zone_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_card_availability(new.id);
      return null;
    end $$`.execute(db);
  await sql`create trigger time_zone_changed after update of time_zone on app_user
    for each row when (new.user_type = 'influencer' and new.time_zone is distinct from old.time_zone)
    execute function time_zone_changed()`.execute(db);
}
