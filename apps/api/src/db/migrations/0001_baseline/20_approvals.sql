-- Approvals of orders, and the use of budgets by bookings.

-- The amount that a booking uses of its budget period. moveBudget (budgets/budget-entries.sql.ts) updates it together
-- with the amounts of the period.
create table budget_entry (
  booking_id uuid primary key references booking,
  period_id uuid not null references budget_period,
  state text not null check (state in ('committed', 'spent', 'released')),
  cents int not null check (cents >= 0),
  check ((state = 'released') = (cents = 0))
);

create index budget_entry_of_period on budget_entry (period_id);

-- Which orders of a brand need an approval. A brand without a row needs none.
create table approval_settings (
  brand_id uuid primary key references workspace,
  rule text not null check (rule in ('never', 'above', 'new_creators', 'always')),
  -- The total above which orders need an approval, for the rule `above`. Otherwise 0.
  above_cents bigint not null check (above_cents between 0 and 100000000000),
  approvers smallint not null check (approvers in (1, 2)),
  -- Whether members may approve their own orders.
  allows_own boolean not null
);

-- An order that a member requested because it needs an approval. While it is open, it reserves its budget. The last
-- approval creates the booking.
create table order_request (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references workspace,
  requested_by_person_id uuid not null references person,
  creator_id uuid not null references workspace,
  -- The order as it was sent. Null after the workspace was deleted.
  input jsonb check (jsonb_typeof(input) = 'object'),
  -- The ordered content and its price at the time of the request.
  sale jsonb not null check (jsonb_typeof(sale) = 'object'),
  package_name text not null,
  price_cents int not null,
  total_cents int not null check (total_cents >= price_cents),
  client_id uuid,
  budget_period_id uuid references budget_period,
  -- The card that pays for the order after the approval. Null if the requester pays on the checkout page.
  card_id uuid references saved_card,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'approved', 'declined', 'withdrawn', 'expired', 'returned')),
  closed_at timestamptz,
  -- Why the request was declined or returned.
  reason text check (length(reason) <= 500),
  -- The member who declined it.
  declined_by_person_id uuid references person,
  booking_id uuid unique references booking,

  check ((state = 'open') = (closed_at is null)),
  check ((state = 'approved') = (booking_id is not null)),
  constraint order_request_client_is_of_brand foreign key (client_id, brand_id) references client (id, brand_id)
);

create index order_request_of_brand on order_request (brand_id, created_at desc, id desc);
create index order_request_open on order_request (brand_id, created_at desc, id desc) where state = 'open';
create index order_request_of_budget on order_request (budget_period_id) where state = 'open';
create index order_request_of_client on order_request (client_id, brand_id) where client_id is not null;
create index order_request_of_creator on order_request (creator_id);

create table order_approval (
  request_id uuid not null references order_request,
  approved_by_person_id uuid not null references person,
  approved_at timestamptz not null,
  -- Until when the payout of the booking waits, because the approver's device was new. Null if it does not wait.
  payout_held_until timestamptz,
  primary key (request_id, approved_by_person_id)
);
