-- Availability of creators, and their waiting lists.

-- A creator's booking limits. Transactions that take or free a slot lock this row. A creator without a row can
-- always be booked.
create table creator_availability (
  creator_id uuid primary key references workspace on delete cascade,
  -- Null if the number of bookings is not limited.
  max_bookings int check (max_bookings between 1 and 100),
  lead_days int not null check (lead_days between 0 and 60),
  updated_at timestamptz not null
);

create index creator_availability_lookup on creator_availability using hash (creator_id);

-- A range of a creator's days off, both inclusive. The position is part of the primary key, so that a creator can
-- have at most 20 ranges.
create table time_off (
  creator_id uuid not null references creator_availability on delete cascade,
  position smallint not null check (position between 1 and 20),
  first_day date not null,
  last_day date not null,
  check (last_day >= first_day and (last_day - first_day) < 366),
  primary key (creator_id, position)
);

-- A brand's entry on a creator's waiting list. Ended entries are kept as history.
create table waiting_list_entry (
  id uuid primary key default gen_random_uuid(),
  -- Determines the order of the waiting list.
  seq bigint generated always as identity,
  creator_id uuid not null references creator_availability on delete cascade,
  brand_id uuid not null references workspace,
  -- Null if the package was deleted.
  package_id uuid references package on delete set null,
  package_name text not null,
  price_cents int not null,
  -- The brand's filled-in order form. Null if the brand has not filled it in, or if the entry has ended.
  customer jsonb,
  answers jsonb,
  choice jsonb,
  joined_at timestamptz not null,
  offered_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('booked', 'left', 'declined', 'expired', 'gone')),
  booking_id uuid references booking,

  check ((offered_at is null) = (expires_at is null)),
  check ((ended_at is null) = (outcome is null)),
  check (outcome is distinct from 'declined' or offered_at is not null),
  check (outcome is distinct from 'expired' or offered_at is not null),
  check ((booking_id is not null) = (outcome is not distinct from 'booked')),
  check (ended_at is null or customer is null and answers is null),
  constraint waiting_list_entry_choice_goes check (ended_at is null or choice is null)
);

create unique index waiting_list_entry_once on waiting_list_entry (creator_id, brand_id) where ended_at is null;
create index waiting_list_entry_line on waiting_list_entry (creator_id, seq) where ended_at is null;
create index waiting_list_entry_of_brand on waiting_list_entry (brand_id, seq) where ended_at is null;
create index waiting_list_entry_of_package on waiting_list_entry (package_id);
create index waiting_list_entry_of_booking on waiting_list_entry (booking_id);
create index waiting_list_entry_history on waiting_list_entry (brand_id, joined_at);
