-- Offers, which brands and creators negotiate.

-- A negotiation that a brand has started with a creator.
create table offer (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references workspace,
  creator_id uuid not null references workspace,
  -- Empty after the brand's account is deleted.
  brief text not null check (char_length(brief) <= 5000),
  -- The brand's total budget, or null if not specified.
  budget_cents int check (budget_cents between 100 and 13000000),
  requested_day date,
  platforms text[] not null check (cardinality(platforms) <= 13),
  waits_for text not null check (waits_for in ('brand', 'creator')),
  requested_at timestamptz not null,
  -- The time of the last action by either side. Lists are sorted by it.
  last_at timestamptz not null,
  -- The time when the negotiation ends if neither side acts.
  ends_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('declined', 'withdrawn', 'expired', 'booked', 'gone')),
  -- The message of the side that ended the negotiation.
  end_message text not null default '' check (char_length(end_message) <= 500),

  check (brand_id <> creator_id),
  check ((ended_at is null) = (outcome is null)),
  unique (id, brand_id, creator_id)
);

create unique index offer_one_open on offer (brand_id, creator_id) where ended_at is null;
create index offer_open_of_brand on offer (brand_id, last_at desc, id desc) where ended_at is null;
create index offer_waiting_for_brand on offer (brand_id, last_at desc, id desc)
  where ended_at is null and waits_for = 'brand';
create index offer_ended_of_brand on offer (brand_id, last_at desc, id desc) where ended_at is not null;
create index offer_open_of_creator on offer (creator_id, last_at desc, id desc) where ended_at is null;
create index offer_waiting_for_creator on offer (creator_id, last_at desc, id desc)
  where ended_at is null and waits_for = 'creator';
create index offer_ended_of_creator on offer (creator_id, last_at desc, id desc) where ended_at is not null;

-- A price and scope that one side proposed in a negotiation. They do not change after the insert.
create table offer_version (
  id uuid primary key default gen_random_uuid(),
  offer_id uuid not null,
  brand_id uuid not null,
  creator_id uuid not null,
  side text not null check (side in ('brand', 'creator')),
  number int not null check (number between 1 and 6),
  name text not null check (char_length(name) between 1 and 120),
  -- Empty after the author's account is deleted.
  scope text not null check (char_length(scope) <= 2000),
  features text[] not null check (cardinality(features) <= 20),
  price_cents int not null check (price_cents between 100 and 10000000),
  delivery_days int not null check (delivery_days between 1 and 365),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  superseded_at timestamptz,
  accepted_at timestamptz,

  check (expires_at > created_at and expires_at <= (created_at + interval '720 hours')),
  check (accepted_at is null or side = 'brand'),
  unique (offer_id, side, number),
  unique (id, offer_id, brand_id, creator_id, price_cents, delivery_days),
  foreign key (offer_id, brand_id, creator_id) references offer (id, brand_id, creator_id)
);

-- Each side has at most one current version.
create unique index offer_version_one_live on offer_version (offer_id, side) where superseded_at is null;
