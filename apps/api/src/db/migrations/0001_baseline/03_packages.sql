-- Packages.

-- Returns whether higher tiers cost more than lower ones and express delivery is faster than every tier.
create function package_options_fit(options jsonb, price int, days int)
returns boolean language sql immutable parallel safe as $$
  select coalesce((options #>> '{tiers,0,priceCents}')::int > price, true)
    and coalesce((options #>> '{tiers,1,priceCents}')::int > (options #>> '{tiers,0,priceCents}')::int, true)
    and coalesce((options #>> '{express,deliveryDays}')::int
      < least(days, (options #>> '{tiers,0,deliveryDays}')::int, (options #>> '{tiers,1,deliveryDays}')::int), true)
$$;

-- Returns whether a package's options have the right structure and size. The limits are those of LIMITS
-- (libs/validation).
create function is_package_options(options jsonb) returns boolean language sql immutable parallel safe as $$
  select coalesce(jsonb_typeof(options) = 'object' and length(options::text) <= 40000
    and jsonb_array_length(options -> 'tiers') <= 2 and jsonb_array_length(options -> 'addOns') <= 10
    and jsonb_array_length(options -> 'rights') <= 4 and jsonb_array_length(options -> 'answerPrices') <= 20
    and not jsonb_path_exists(options, '$.**.priceCents ? (@.type() != "number" || @ < 0 || @ > 10000000)'), false)
$$;

-- A package that a creator sells.
create table package (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references workspace,
  name text not null check (length(name) between 1 and 120),
  description text not null check (length(description) between 1 and 2000),
  price_cents int not null check (price_cents between 100 and 10000000),
  delivery_days int not null check (delivery_days between 1 and 365),
  features text[] not null check (cardinality(features) <= 20),

  -- Tiers, add-ons and other options, or null if the package has none. Queries for lists do not select this column.
  options jsonb,
  -- Whether an order can cost more than price_cents. A test compares it with `pricesVary` in libs/money.
  prices_vary boolean not null generated always as (coalesce(
    options -> 'tiers' <> '[]' or options -> 'addOns' <> '[]' or options -> 'answerPrices' <> '[]'
    or jsonb_typeof(options -> 'quantity') = 'object' or jsonb_typeof(options -> 'express') = 'object'
    or jsonb_path_exists(options, '$.rights[*].priceCents ? (@ > 0)'), false)) stored,
  -- True if the brand has to ship a product. The delivery time then starts when the product arrives.
  needs_product boolean not null default false,
  picture_id uuid,

  is_popular boolean not null,
  is_active boolean not null,
  -- The package's position in the creator's list, lowest first. Packages with the same position are sorted by age,
  -- newest first.
  position int not null default 0,
  -- Set when staff hide the package. It then counts as inactive for everyone except its owner.
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) between 1 and 1000),
  created_at timestamptz not null,
  updated_at timestamptz not null,

  check ((hidden_at is null) = (hidden_reason is null)),
  constraint package_options_form check (options is null or is_package_options(options)),
  constraint package_options_fit check (options is null or package_options_fit(options, price_cents, delivery_days)),
  constraint package_picture_is_own
    foreign key (picture_id, creator_id) references portfolio_picture (id, creator_id) on delete set null
      (picture_id)
);

create index package_creator_id on package (creator_id, position, created_at desc);
create index package_created_at on package (created_at desc, id desc);
-- For computing the lowest price and fastest delivery of a creator's listing.
create index package_offers on package (creator_id)
  include (price_cents, delivery_days)
  where is_active and hidden_at is null;
create index package_hidden on package (created_at desc, id desc) where hidden_at is not null;
create index package_name_part on package using gin ((name) gin_trgm_ops);
create index package_picture on package (picture_id) where picture_id is not null;

-- Price history. Each row is a price of a package, valid from `since`.
create table package_price (
  seq bigint generated always as identity,
  package_id uuid not null references package on delete cascade,
  price_cents int not null check (price_cents between 100 and 10000000),
  since timestamptz not null,
  primary key (package_id, seq)
);

-- Options history. Each row contains the options of a package, valid from `since`.
create table package_options (
  seq bigint generated always as identity,
  package_id uuid not null references package on delete cascade,
  options jsonb,
  since timestamptz not null,
  primary key (package_id, seq)
);

-- The questions that a brand answers when it orders a package.
create table questionnaire (
  package_id uuid primary key references package on delete cascade,
  questions jsonb not null check (jsonb_typeof(questions) = 'array'),
  updated_at timestamptz not null
);
