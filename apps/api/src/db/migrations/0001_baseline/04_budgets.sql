-- Clients of brands that are agencies, and budgets.

-- A client for which a brand orders. Its details appear on the documents of its bookings instead of the brand's own.
create table client (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references workspace,
  name text not null check (length(name) between 1 and 100),
  legal_name text not null check (length(legal_name) <= 200),
  address text not null check (length(address) <= 500),
  country text not null check (country ~ '^([A-Z]{2})?$'),
  tax_id text not null check (length(tax_id) <= 50),
  logo_url text,
  created_at timestamptz not null,
  archived_at timestamptz,
  unique (id, brand_id)
);

create index client_of_brand on client (brand_id, name, id);
create index client_logo_url on client (logo_url) where logo_url is not null;

-- An amount that a brand may spend, in each month or in total.
create table budget (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references workspace,
  -- Null if the budget is for orders of all clients.
  client_id uuid,
  name text not null check (length(name) between 1 and 100),
  period text not null check (period in ('month', 'total')),
  limit_cents bigint not null check (limit_cents between 100 and 100000000000),
  created_at timestamptz not null,
  archived_at timestamptz,
  foreign key (client_id, brand_id) references client (id, brand_id)
);

create index budget_of_brand on budget (brand_id, created_at, id);
create index budget_of_client on budget (client_id) where client_id is not null;

-- The amounts of a budget in one month, or in total. A budget in total has one period, which starts when the budget
-- is created. Each amount is the sum of the entries in that state (budget_entry).
create table budget_period (
  id uuid primary key default gen_random_uuid(),
  budget_id uuid not null references budget,
  starts_on date not null,
  limit_cents bigint not null,
  requested_cents bigint not null default 0 check (requested_cents >= 0),
  committed_cents bigint not null default 0 check (committed_cents >= 0),
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  unique (budget_id, starts_on),
  constraint budget_period_within_limit check (requested_cents + committed_cents + spent_cents <= limit_cents)
);
