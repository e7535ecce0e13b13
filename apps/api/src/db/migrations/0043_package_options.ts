import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * What a package offers besides itself (tiers, add-ons, pieces, rights, express, prices of answers), as libs/validation
 * checks it; null: nothing. The limits of sizes and what must fit the package stand here as well. Lists read only
 * `prices_vary`. Every version is kept, as prices are. A booking keeps what was chosen, and its lines add up to its
 * price.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create function is_package_options(options jsonb) returns boolean language sql immutable parallel safe as $$
      select coalesce(jsonb_typeof(options) = 'object' and length(options::text) <= 40000
        and jsonb_array_length(options -> 'tiers') <= 2 and jsonb_array_length(options -> 'addOns') <= 10
        and jsonb_array_length(options -> 'rights') <= 4 and jsonb_array_length(options -> 'answerPrices') <= 20
        and not jsonb_path_exists(options, '$.**.priceCents ? (@.type() != "number" || @ < 0 || @ > 10000000)'), false)
    $$`.execute(db);
  await sql`
    create function package_options_fit(options jsonb, price int, days int) returns boolean language sql immutable parallel safe as $$
      select coalesce((options #>> '{tiers,0,priceCents}')::int > price, true)
        and coalesce((options #>> '{tiers,1,priceCents}')::int > (options #>> '{tiers,0,priceCents}')::int, true)
        and coalesce((options #>> '{express,deliveryDays}')::int
          < least(days, (options #>> '{tiers,0,deliveryDays}')::int, (options #>> '{tiers,1,deliveryDays}')::int), true)
    $$`.execute(db);
  await sql`
    alter table package
      add column options jsonb constraint package_options_form check (options is null or is_package_options(options)),
      add column prices_vary boolean not null default false,
      add constraint package_options_fit check (options is null or package_options_fit(options, price_cents, delivery_days))`.execute(
    db,
  );
  // `pricesVary` of libs/money, which a test compares.
  await sql`
    create function note_varying_prices() returns trigger language plpgsql as $$
    begin
      new.prices_vary := coalesce(
        new.options -> 'tiers' <> '[]' or new.options -> 'addOns' <> '[]' or new.options -> 'answerPrices' <> '[]'
        or jsonb_typeof(new.options -> 'quantity') = 'object' or jsonb_typeof(new.options -> 'express') = 'object'
        or jsonb_path_exists(new.options, '$.rights[*].priceCents ? (@ > 0)'), false);
      return new;
    end $$`.execute(db);
  await sql`create trigger package_prices_vary_made before insert on package
    for each row when (new.options is not null) execute function note_varying_prices()`.execute(db);
  await sql`create trigger package_prices_vary_changed before update of options, prices_vary on package
    for each row execute function note_varying_prices()`.execute(db);

  // As migration 0022 has it, with `pricesVary` where it is true: cards that were made before are what they would be
  // now.
  await sql`
    create or replace view creator_card_now as
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
          'features', features, 'isPopular', is_popular) || case when prices_vary then '{"pricesVary": true}'::jsonb else '{}' end
          order by is_popular desc, price_cents, id)
        from package where creator_id = u.id and is_active and hidden_at is null) as offers
    from app_user u`.execute(db);

  await sql`
    create table package_options (
      seq bigint generated always as identity,
      package_id uuid not null references package on delete cascade,
      -- Null: it offers nothing besides any more.
      options jsonb,
      since timestamptz not null,
      primary key (package_id, seq)
    )`.execute(db);
  await sql`
    create function keep_package_options() returns trigger language plpgsql as $$
    begin
      insert into package_options (package_id, options, since) values (new.id, new.options, new.updated_at);
      return null;
    end $$`.execute(db);
  await sql`create trigger package_options_made after insert on package
    for each row when (new.options is not null) execute function keep_package_options()`.execute(db);
  await sql`create trigger package_options_changed after update of options on package
    for each row when (new.options is distinct from old.options) execute function keep_package_options()`.execute(db);
  await sql`create trigger package_options_unchanged before update on package_options
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create or replace function refuse_forgotten_price() returns trigger language plpgsql as $$
    begin
      if exists (select from package where id = old.package_id) then
        raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
      end if;
      return old;
    end $$`.execute(db);
  await sql`create trigger package_options_append_only before delete on package_options
    for each row execute function refuse_forgotten_price()`.execute(db);

  await sql`
    create function chosen_costs(chosen jsonb, price int) returns boolean language sql immutable parallel safe as $$
      select coalesce((
        select sum((line ->> 'totalCents')::bigint) = price
          and bool_and((line ->> 'quantity')::bigint * (line ->> 'unitCents')::bigint = (line ->> 'totalCents')::bigint)
        from jsonb_array_elements(chosen -> 'lines') as line), false)
    $$`.execute(db);
  await sql`
    alter table booking
      add column chosen jsonb,
      add constraint booking_lines_are_its_price check (chosen is null or chosen_costs(chosen, price_cents))`.execute(
    db,
  );
  await sql`
    alter table waiting_place
      add column choice jsonb,
      add constraint waiting_place_choice_goes check (ended_at is null or choice is null)`.execute(db);
}
