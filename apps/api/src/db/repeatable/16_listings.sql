-- Read models of creators and packages for lists and search. See docs/read-model.md.

create or replace function count_completed_bookings(creator uuid) returns int language sql stable as $$
  select count(*)::int from booking
  where creator_id = creator and status = 'completed' and payment_state not in ('refunding', 'refunded')
    and not is_related
$$;

-- Serializes changes to a creator's listing, so that no change is lost.
create or replace function lock_creator_listing(creator uuid) returns void language sql as $$
  select pg_advisory_xact_lock(9, hashtext(creator::text) & 1023)
$$;

create or replace view creator_listing_now as
select u.id as creator_id, floor(extract(epoch from u.created_at) * 1000)::bigint as joined_ms, u.followers, count_completed_bookings(u.id) as completed,
  offers.min_price_cents, offers.max_price_cents, offers.min_days, u.categories, u.languages,
  coalesce((select array_agg(platform order by position, platform) from creator_platform where creator_id = u.id), '{}') as platforms,
  places_of(u.location) as places, coalesce(total.tenths, 0) as rating_tenths, coalesce(total.rank, 0) as rating_rank
from workspace u
  left join review_total total on total.workspace_id = u.id
  cross join lateral (
    select min(price_cents) as min_price_cents, max(price_cents) as max_price_cents, min(delivery_days) as min_days
    from package where creator_id = u.id and is_active and hidden_at is null
  ) as offers
where u.user_type = 'influencer' and u.deleted_at is null and u.suspended_at is null and offers.min_price_cents is not null;

-- A card has at most four pictures.
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
from workspace u left join review_total total on total.workspace_id = u.id;

create or replace function refresh_card_availability(creator uuid) returns void language plpgsql as $$
begin
  perform lock_creator_listing(creator);
  update creator_card set availability = availability_of(creator) where creator_id = creator;
end $$;

-- The texts are cut, because PostgreSQL cannot store the search vector of a million characters and saving the
-- package would fail.
create or replace view creator_document_now as
select u.id as creator_id, unaccent(lower(u.full_name || ' ' || u.username)) as names,
  setweight(search_document(u.full_name || ' ' || u.username, english), 'A')
    -- Always indexed as English, because the product defines the categories in English.
    || setweight(search_document(array_to_string(u.categories, ' '), true) || search_document(left(offers.names, 20000), english), 'B')
    || setweight(search_document(u.bio || ' ' || u.location, english), 'C')
    || setweight(search_document(left(offers.texts, 50000), english), 'D') as document
from workspace u
  cross join lateral writes_english(u.languages) as english
  cross join lateral (
    select string_agg(name, ' ' order by created_at) as names,
      string_agg(description || ' ' || array_to_string(features, ' '), ' ' order by created_at) as texts
    from package where creator_id = u.id and is_active and hidden_at is null
  ) as offers;

-- Returns creators whose name is similar to the words, for example because of a typing error. Compares at most 1,000
-- candidates and returns the 100 closest. The similarity threshold is a setting of the function, because the indexed
-- operator has no parameter for it.
create or replace function creators_named_like(words text[]) returns table (creator_id uuid, likeness real)
language plpgsql stable set pg_trgm.word_similarity_threshold = 0.5 as $$
declare
  folded text[] := array(select unaccent(word) from unnest(words) with ordinality as given (word, place) order by place);
  first text := folded[1];
  others text[] := folded[2:];
begin
  if others = '{}' then
    return query select near.id, near.likeness from (
      select document.creator_id as id, word_similarity(first, names) as likeness from creator_document as document
      where first <% names limit 1000
    ) as near order by near.likeness desc, near.id limit 100;
    return;
  end if;
  return query select near.id, least(word_similarity(first, names), (select min(word_similarity(word, names)) from unnest(others) as word)) as alike
  from (
    select document.creator_id as id, names from creator_document as document
    where first <% names and (select bool_and(word <% names) from unnest(others) as word) limit 1000
  ) as near order by alike desc, near.id limit 100;
end $$;

create or replace view creator_name_now as
select distinct u.id as creator_id, part.name
from workspace u cross join lateral (
  select array_to_string(words[at:], ' ') as name
  from regexp_split_to_array(btrim(unaccent(lower(normalize(u.full_name, NFKC)))), '\s+') as words, generate_series(1, least(cardinality(words), 6)) as at
  union all select lower(u.username::text)
) as part where part.name <> '';

-- A trigger, so that a package gets its arrival number whenever it is offered for sale for the first time.
create or replace function package_arrived() returns trigger language plpgsql as $$ begin
  insert into package_arrival (package_id, creator_id) values (new.package_id, new.creator_id) on conflict do nothing;
  return null;
end $$;
create or replace trigger package_arrived after insert on package_listing
  for each row execute function package_arrived();

create or replace view package_listing_now as
select package.id as package_id, l.creator_id, price_cents, delivery_days, is_popular, l.completed, l.followers, l.categories, l.languages, l.platforms,
  null::tsvector as document, l.places, l.rating_tenths
from creator_listing l join package on package.creator_id = l.creator_id and is_active and hidden_at is null;

create or replace view package_document_now as
select package.id as package_id, l.creator_id,
  setweight(search_document(name, english), 'A') || search_document(description || ' ' || array_to_string(features, ' '), english) as document
from creator_listing l join package on package.creator_id = l.creator_id and is_active and hidden_at is null
  cross join lateral writes_english(l.languages) as english;

-- Rewrites all read-model rows of one creator.
create or replace function refresh_creator_listing(creator uuid) returns void language plpgsql as $$
begin
  perform lock_creator_listing(creator);
  insert into creator_listing (creator_id, joined_ms, followers, completed, min_price_cents, max_price_cents,
    min_days, categories, languages, platforms, places, rating_tenths, rating_rank)
  select creator_id, joined_ms, followers, completed, min_price_cents, max_price_cents, min_days, categories,
    languages, platforms, places, rating_tenths, rating_rank
  from creator_listing_now where creator_id = creator
  on conflict (creator_id) do update set
    joined_ms = excluded.joined_ms, followers = excluded.followers, completed = excluded.completed,
    min_price_cents = excluded.min_price_cents, max_price_cents = excluded.max_price_cents, min_days = excluded.min_days,
    categories = excluded.categories, languages = excluded.languages, platforms = excluded.platforms, places = excluded.places,
    rating_tenths = excluded.rating_tenths, rating_rank = excluded.rating_rank;
  if not found then
    delete from creator_listing where creator_id = creator;
    return;
  end if;
  insert into creator_document (creator_id, names, document)
  select creator_id, names, document
  from creator_document_now where creator_id = creator
  on conflict (creator_id) do update set names = excluded.names, document = excluded.document;
  insert into creator_card (creator_id, card, offers, availability)
  select creator_id, card, offers, availability
  from creator_card_now where creator_id = creator
  on conflict (creator_id) do update set card = excluded.card, offers = excluded.offers, availability = excluded.availability;
  delete from package_listing where creator_id = creator;
  insert into package_listing (package_id, creator_id, price_cents, delivery_days, is_popular, completed, followers,
    categories, languages, platforms, document, places, rating_tenths)
  select package_id, creator_id, price_cents, delivery_days, is_popular, completed, followers, categories, languages,
    platforms, document, places, rating_tenths
  from package_listing_now where creator_id = creator;
  insert into package_document (package_id, document)
  select package_id, document
  from package_document_now where creator_id = creator;
  delete from creator_name where creator_id = creator
    and name not in (select name from creator_name_now where creator_id = creator);
  insert into creator_name (creator_id, name) select creator_id, name from creator_name_now where creator_id = creator
  on conflict do nothing;
end $$;

-- Fills the read models of all creators. Used after loading data without triggers.
create or replace function rebuild_creator_listings() returns void language plpgsql as $$
begin
  delete from creator_listing;
  insert into creator_listing (creator_id, joined_ms, followers, completed, min_price_cents, max_price_cents,
    min_days, categories, languages, platforms, places, rating_tenths, rating_rank)
  select creator_id, joined_ms, followers, completed, min_price_cents, max_price_cents, min_days, categories,
    languages, platforms, places, rating_tenths, rating_rank
  from creator_listing_now;
  insert into creator_document (creator_id, names, document)
  select now.creator_id, now.names, now.document
  from creator_document_now now join creator_listing using (creator_id);
  insert into creator_card (creator_id, card, offers, availability)
  select now.creator_id, now.card, now.offers, now.availability
  from creator_card_now now join creator_listing using (creator_id);
  insert into package_listing (package_id, creator_id, price_cents, delivery_days, is_popular, completed, followers,
    categories, languages, platforms, document, places, rating_tenths)
  select package_id, creator_id, price_cents, delivery_days, is_popular, completed, followers, categories, languages,
    platforms, document, places, rating_tenths
  from package_listing_now;
  insert into package_document (package_id, document)
  select package_id, document
  from package_document_now;
  insert into creator_name (creator_id, name) select creator_id, name from creator_name_now join creator_listing using (creator_id);
end $$;
