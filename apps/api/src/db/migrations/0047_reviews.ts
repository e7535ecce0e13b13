import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Reviews: what each side of a completed booking says of the other, shown once both have written or the time is over
 * (rules: libs/booking/reviews.ts). What shown reviews come to is kept beside each person, and on the listings.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await reviews(db);
  await totals(db);
  await listings(db);
  await counting(db);
  await sql`select rebuild_creator_listings()`.execute(db);
  await sql`create index creator_listing_rated on creator_listing (rating_rank desc, completed desc, creator_id desc)
    include (rating_tenths, followers, min_price_cents, max_price_cents, min_days, categories, languages, platforms)`.execute(
    db,
  );
  // The counts of filters have a new one.
  await sql`delete from kept_figure where name = 'facets'`.execute(db);
}

async function reviews(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table booking add constraint booking_sides unique (id, brand_id, creator_id)`.execute(db);
  await sql`
    create table review (
      id uuid primary key default gen_random_uuid(),
      booking_id uuid not null,
      brand_id uuid not null,
      creator_id uuid not null,
      -- Who writes; the other one is reviewed.
      side text not null check (side in ('brand', 'creator')),
      author_id uuid not null generated always as (case side when 'brand' then brand_id else creator_id end) stored,
      subject_id uuid not null generated always as (case side when 'brand' then creator_id else brand_id end) stored,
      stars int not null check (stars between 1 and 5),
      -- In the order of REVIEW_PARTS.
      parts int[] not null check (cardinality(parts) = 3 and array_position(parts, null) is null and 1 <= all (parts) and 5 >= all (parts)),
      text text not null check (char_length(text) <= 2000),
      -- Only staff reads it.
      staff_note text not null check (char_length(staff_note) <= 1000),
      written_at timestamptz not null,
      -- Fourteen days after the booking was completed.
      closes_at timestamptz not null check (written_at < closes_at),
      shown_at timestamptz,
      -- By staff.
      hidden_at timestamptz,
      hidden_reason text check (char_length(hidden_reason) between 1 and 1000),
      -- Of whom it is about. Empty: that account was deleted.
      answer text check (char_length(answer) <= 1000),
      answered_at timestamptz,
      foreign key (booking_id, brand_id, creator_id) references booking (id, brand_id, creator_id),
      unique (booking_id, side),
      check ((hidden_at is null) = (hidden_reason is null)),
      check (hidden_at is null or shown_at is not null),
      check ((answer is null) = (answered_at is null)),
      check (answered_at is null or (shown_at is not null and answered_at < shown_at + interval '2160 hours'))
    )`.execute(db);
  await sql`create index review_shown on review (subject_id, shown_at desc, id desc) where shown_at is not null and hidden_at is null`.execute(
    db,
  );
  await sql`create index review_of_author on review (author_id, written_at)`.execute(db);
  await sql`create index review_of_subject on review (subject_id)`.execute(db);

  await sql`create function check_review() returns trigger language plpgsql as $$ begin
    if new.shown_at is not null or new.hidden_at is not null or new.answered_at is not null then
      raise exception 'a review begins unseen' using errcode = 'check_violation', constraint = 'review_begins_unseen';
    end if;
    if not exists (select from booking where id = new.booking_id and status = 'completed' and payment_state not in ('refunding', 'refunded')
        and new.closes_at = completed_at + interval '336 hours') then
      raise exception 'a review is of a completed booking' using errcode = 'check_violation', constraint = 'review_of_completed';
    end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger review_checked before insert on review for each row execute function check_review()`.execute(
    db,
  );
  // It stays as it was written and as it was answered; of an author who goes, the words are taken out.
  await sql`create function keep_review() returns trigger language plpgsql as $$ begin
    if (new.id, new.booking_id, new.brand_id, new.creator_id, new.side, new.stars, new.parts, new.written_at, new.closes_at)
        is distinct from
        (old.id, old.booking_id, old.brand_id, old.creator_id, old.side, old.stars, old.parts, old.written_at, old.closes_at)
      or (new.text <> '' and new.text <> old.text) or (new.staff_note <> '' and new.staff_note <> old.staff_note)
      or (old.answered_at is not null and (new.answered_at is distinct from old.answered_at or (new.answer <> '' and new.answer <> old.answer)))
      or (old.shown_at is not null and new.shown_at is distinct from old.shown_at) then
      raise exception 'a review stays as it is' using errcode = 'check_violation', constraint = 'review_kept';
    end if;
    if old.shown_at is null and new.shown_at < new.closes_at
        and not exists (select from review other where other.booking_id = new.booking_id and other.side <> new.side) then
      raise exception 'a review is shown with the other one' using errcode = 'check_violation', constraint = 'review_blind';
    end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger review_kept before update on review for each row execute function keep_review()`.execute(db);
}

async function totals(db: QueryExecutorProvider): Promise<void> {
  // `tenths` is `ratingOf` of libs/booking; `rank` orders by rating as if there were five reviews of four stars besides
  // (RATING_PRIOR), in thousandths.
  await sql`
    create table review_total (
      user_id uuid primary key references app_user,
      -- How many shown reviews of one star, two, … five.
      stars int[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5 and 0 <= all (stars)),
      -- The sums of the three parts.
      parts int[] not null default '{0,0,0}' check (cardinality(parts) = 3 and 0 <= all (parts)),
      reviews int not null generated always as (stars[1] + stars[2] + stars[3] + stars[4] + stars[5]) stored,
      tenths int not null generated always as (coalesce(round(10.0 * (stars[1] + 2 * stars[2] + 3 * stars[3] + 4 * stars[4] + 5 * stars[5])
        / nullif(stars[1] + stars[2] + stars[3] + stars[4] + stars[5], 0)), 0)::int) stored,
      rank int not null generated always as (case stars[1] + stars[2] + stars[3] + stars[4] + stars[5] when 0 then 0 else
        round(1000.0 * (stars[1] + 2 * stars[2] + 3 * stars[3] + 4 * stars[4] + 5 * stars[5] + 20)
          / (stars[1] + stars[2] + stars[3] + stars[4] + stars[5] + 5))::int end) stored
    )`.execute(db);
  // What the rows of reviews say: for tests, and for tables that were filled without triggers.
  await sql`
    create view review_total_now as
    select subject_id as user_id,
      array[count(*) filter (where stars = 1), count(*) filter (where stars = 2), count(*) filter (where stars = 3),
        count(*) filter (where stars = 4), count(*) filter (where stars = 5)]::int[] as stars,
      array[sum(parts[1]), sum(parts[2]), sum(parts[3])]::int[] as parts
    from review where shown_at is not null and hidden_at is null group by subject_id`.execute(db);
}

/** The views of 0022, 0036 and 0043 with what reviews come to. */
async function listings(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table creator_listing add column rating_tenths int not null default 0, add column rating_rank int not null default 0`.execute(
    db,
  );
  await sql`alter table listed_offer add column rating_tenths int not null default 0`.execute(db);
  await sql`
    create or replace view creator_listing_now as
    select u.id as creator_id, floor(extract(epoch from u.created_at) * 1000)::bigint as joined_ms, u.followers, count_completed_bookings(u.id) as completed,
      offers.min_price_cents, offers.max_price_cents, offers.min_days, u.categories, u.languages,
      coalesce((select array_agg(platform order by position, platform) from creator_platform where creator_id = u.id), '{}') as platforms,
      places_of(u.location) as places, coalesce(total.tenths, 0) as rating_tenths, coalesce(total.rank, 0) as rating_rank
    from app_user u
      left join review_total total on total.user_id = u.id
      cross join lateral (
        select min(price_cents) as min_price_cents, max(price_cents) as max_price_cents, min(delivery_days) as min_days
        from package where creator_id = u.id and is_active and hidden_at is null
      ) as offers
    where u.user_type = 'influencer' and u.deleted_at is null and u.suspended_at is null and offers.min_price_cents is not null`.execute(
    db,
  );
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
        from package where creator_id = u.id and is_active and hidden_at is null) as offers
    from app_user u left join review_total total on total.user_id = u.id`.execute(db);
  await sql`
    create or replace view listed_offer_now as
    select package.id as package_id, l.creator_id, price_cents, delivery_days, is_popular, l.completed, l.followers, l.categories, l.languages, l.platforms,
      setweight(search_document(name, english), 'A') || search_document(description || ' ' || array_to_string(features, ' '), english) as document, l.places,
      l.rating_tenths
    from creator_listing l join package on package.creator_id = l.creator_id and is_active and hidden_at is null
      cross join lateral writes_english(l.languages) as english`.execute(db);
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
      on conflict (creator_id) do update set card = excluded.card, offers = excluded.offers;
      delete from listed_offer where creator_id = creator;
      insert into listed_offer select * from listed_offer_now where creator_id = creator;
      delete from creator_name where creator_id = creator
        and name not in (select name from creator_name_now where creator_id = creator);
      insert into creator_name (creator_id, name) select creator_id, name from creator_name_now where creator_id = creator
      on conflict do nothing;
    end $$`.execute(db);
}

/** One more or one fewer, in the transaction that shows or hides a review. */
async function counting(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create function count_review() returns trigger language plpgsql as $$
    declare
      more int := (new.shown_at is not null and new.hidden_at is null)::int - (old.shown_at is not null and old.hidden_at is null)::int;
      total review_total;
    begin
      if more = 0 then return null; end if;
      -- As whoever refreshes the listing does, so that neither misses what the other counts.
      perform lock_creator_listing(new.subject_id);
      insert into review_total (user_id) values (new.subject_id) on conflict do nothing;
      update review_total set stars[new.stars] = review_total.stars[new.stars] + more,
        parts = array[review_total.parts[1] + more * new.parts[1], review_total.parts[2] + more * new.parts[2], review_total.parts[3] + more * new.parts[3]]
      where user_id = new.subject_id returning * into total;
      update creator_listing set rating_tenths = total.tenths, rating_rank = total.rank where creator_id = new.subject_id;
      update listed_offer set rating_tenths = total.tenths where creator_id = new.subject_id;
      update creator_card set card = card || jsonb_build_object('ratingTenths', total.tenths, 'reviewCount', total.reviews)
      where creator_id = new.subject_id;
      return null;
    end $$`.execute(db);
  await sql`create trigger review_counted after update of shown_at, hidden_at on review
    for each row execute function count_review()`.execute(db);
}
