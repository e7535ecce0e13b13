-- Bookings, cancellation requests and disputes.

-- The fee rate and the deadlines that the operator has set. Each booking references the terms under which it was
-- ordered.
create table operator_terms (
  id uuid primary key default gen_random_uuid(),
  number int not null unique check (number > 0),
  fee_bps int not null check (fee_bps between 0 and 3000),
  windows jsonb not null check (jsonb_typeof(windows) = 'object'),
  set_by_person_id uuid references person,
  reason text not null check (length(reason) between 1 and 1000),
  set_at timestamptz not null,
  unique (number, fee_bps, windows)
);

create index operator_terms_at on operator_terms (set_at desc, id desc);

insert into operator_terms (number, fee_bps, windows, reason, set_at) values
  (1, 1500, '{"unpaidHours": 24, "acceptHours": 72, "startDays": 7, "startEndDays": 14, "cancellationHours": 72,
    "overdueDays": 3, "overdueEndDays": 30, "disputeDays": 7, "releaseDays": 5}',
    'The terms that the product came with', '2026-01-01T00:00:00Z'),
  (2, 1500, '{"unpaidHours": 24, "acceptHours": 72, "startDays": 7, "startEndDays": 14, "cancellationHours": 72,
    "overdueDays": 3, "overdueEndDays": 30, "disputeDays": 7, "releaseDays": 5, "undeliveredDays": 14}',
    'The product can show what was delivered', '2026-11-23T00:00:00Z');

-- Returns whether the price lines of the chosen options add up to the price.
create function chosen_costs(chosen jsonb, price int) returns boolean language sql immutable parallel safe as $$
  select coalesce((
    select sum((line ->> 'totalCents')::bigint) = price
      and bool_and((line ->> 'quantity')::bigint * (line ->> 'unitCents')::bigint = (line ->> 'totalCents')::bigint)
    from jsonb_array_elements(chosen -> 'lines') as line), false)
$$;

-- A booking of a package or of an accepted offer.
create table booking (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references workspace,
  creator_id uuid not null references workspace,
  -- The member who ordered. The contacts are the members whom emails about the booking go to. Without one, they go to
  -- all owners.
  ordered_by_person_id uuid not null references person,
  brand_contact_person_id uuid references person,
  creator_contact_person_id uuid references person,
  -- Null if the package was deleted or the booking came from an offer.
  package_id uuid references package on delete set null,
  offer_id uuid,
  offer_version_id uuid,
  -- The client for which the brand ordered, and the budget period that pays for the order. Both never change.
  client_id uuid,
  budget_period_id uuid references budget_period,

  status text not null check (status in ('pending', 'accepted', 'in_progress', 'completed', 'cancelled')),
  payment_state text not null
    check (payment_state in ('requires_payment', 'authorized', 'capturing', 'held', 'releasing', 'released',
      'refunding', 'refunded', 'split', 'voided', 'disputed')),
  cancel_reason text
    check (cancel_reason in ('declined', 'withdrawn', 'not_accepted', 'unpaid', 'superseded',
      'payment_failed', 'agreed', 'not_answered', 'not_started', 'overdue', 'overdue_ended', 'decided',
      'charged_back')),
  decline_reason text
    check (decline_reason in ('not_this_time', 'no_time', 'not_a_fit', 'unclear_brief', 'too_much', 'product')),
  move_note text check (length(move_note) between 1 and 500),

  -- Copied from the package or offer at the time of the order.
  package_name text not null,
  package_description text not null,
  features text[] not null,
  -- The creator's first category at the time of the order. Set by a trigger.
  category text,
  delivery_days int not null,
  -- The number of days from the order to the first day on which the creator could start.
  lead_days int not null default 0 check (lead_days between 0 and 90),
  needs_product boolean not null default false,

  -- The creator's price and the brand's total, computed with the operator terms at the time of the order.
  price_cents int not null check (price_cents between 100 and 10000000),
  fee_cents int not null,
  total_cents int not null,
  -- The chosen options with their price lines, or null if the package was booked without options.
  chosen jsonb,
  terms_number int not null,
  fee_bps int not null,
  windows jsonb not null,
  -- The agency that represented the creator when the booking was accepted, its share of the price in hundredths of a
  -- percent, and the amount, rounded down. Null without an agency.
  agency_id uuid references workspace,
  agency_bps int check (agency_bps between 0 and 5000),
  agency_cents int,

  -- The brand's entries in the order form, with a copy of the questions.
  customer jsonb not null check (jsonb_typeof(customer) = 'object'),
  questions jsonb not null check (jsonb_typeof(questions) = 'array'),
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),

  created_at timestamptz not null,
  -- The payment deadline if the creator's slots are limited. If null, the limit in `windows` applies.
  pay_by timestamptz,
  authorized_at timestamptz,
  accept_by timestamptz,
  accept_extended_at timestamptz,
  -- The deadline for charging the authorized amount.
  capture_before timestamptz,
  accepted_at timestamptz,
  started_at timestamptz,
  due_at timestamptz,
  -- The last time when work resumed after a cancellation request, a dispute or a chargeback.
  resumed_at timestamptz,
  -- When the open cancellation request, dispute or chargeback began. Null if the work is not paused.
  paused_at timestamptz,
  completed_at timestamptz,
  release_at timestamptz,
  approved_at timestamptz,
  -- The number of days after completion at which the brand was last reminded, or 0.
  reminded_day int not null default 0,
  released_at timestamptz,
  refunded_at timestamptz,
  cancelled_at timestamptz,

  delivery_note text check (length(delivery_note) between 1 and 2000),
  delivery_links text[] not null default '{}' check (cardinality(delivery_links) <= 5),
  -- The number of deliverables whose latest version needs the brand's decision. Maintained by a trigger on delivery,
  -- so that an index can find bookings that need the brand's action.
  versions_waiting smallint not null default 0,
  -- Whether the brand and the creator were related (find_relation) when the work was completed. Such a booking does not
  -- count for the creator's place in lists.
  is_related boolean not null default false,
  -- The earliest time by which the brand should decide about a waiting version. Each hour after it moves the due date.
  -- Null if no version waits. Maintained by the same trigger.
  review_by timestamptz,
  -- The last time when the brand decided about a version.
  reviewed_at timestamptz,
  -- The amount that the settlement refunds. Set by a trigger on settlement.
  refund_cents int not null default 0,

  stripe_payment_intent_id text unique,
  stripe_charge_id text unique,
  -- The number of PaymentIntents that Stripe definitely did not create. It is part of the idempotency key, because
  -- Stripe repeats its response for the same key.
  intent_attempt int not null default 1,

  check (refund_cents >= 0 and refund_cents <= total_cents),
  check (total_cents = (price_cents + fee_cents)),
  check (creator_id <> brand_id),
  check ((status = 'cancelled') = (cancel_reason is not null)),
  -- Work never starts before the money is charged.
  check (status not in ('in_progress', 'completed') or payment_state not in ('requires_payment',
    'authorized', 'capturing', 'voided')),
  check (status <> 'accepted' or payment_state not in ('requires_payment', 'authorized', 'voided')),
  check (status <> 'pending' or payment_state in ('requires_payment', 'authorized')),
  check (payment_state in ('requires_payment', 'voided') or authorized_at is not null),
  constraint booking_paid_for_work check (payment_state not in ('releasing', 'released') or status = 'completed'),
  constraint booking_cancelled_keeps_nothing
    check (status <> 'cancelled' or payment_state not in ('capturing', 'held', 'releasing', 'released')),
  constraint booking_split_for_work check (payment_state <> 'split' or status = 'completed'),
  constraint operator_terms_are_real
    foreign key (terms_number, fee_bps, windows) references operator_terms (number, fee_bps, windows),
  constraint booking_fee_is_its_rate check (fee_cents = ((fee_bps::bigint * price_cents + 5000) / 10000)),
  constraint booking_declined_for_a_reason check (decline_reason is null or cancel_reason = 'declined'),
  constraint booking_of_offer
    check ((offer_id is null) = (offer_version_id is null) and (offer_id is null or package_id is null)),
  constraint booking_as_offered
    foreign key (offer_version_id, offer_id, brand_id, creator_id, price_cents, delivery_days) references
      offer_version (id, offer_id, brand_id, creator_id, price_cents, delivery_days),
  constraint booking_agency_has_share
    check ((agency_id is null) = (agency_bps is null) and (agency_id is null) = (agency_cents is null)
      and (agency_id is null or accepted_at is not null and agency_id not in (creator_id, brand_id))),
  constraint booking_agency_share_is_its_rate check (agency_cents = price_cents::bigint * agency_bps / 10000),
  constraint booking_lines_are_its_price check (chosen is null or chosen_costs(chosen, price_cents)),
  constraint booking_client_is_of_brand foreign key (client_id, brand_id) references client (id, brand_id)
);

-- A repeated order returns the open unpaid booking, so a brand has at most one per package.
create unique index booking_one_open on booking (brand_id, package_id)
  where status = 'pending' and payment_state = 'requires_payment';
-- For the members who leave a workspace and hand over their bookings.
create index booking_brand_contact on booking (brand_contact_person_id, brand_id) where brand_contact_person_id is not null;
create index booking_creator_contact on booking (creator_contact_person_id, creator_id) where creator_contact_person_id is not null;
create index booking_of_brand on booking (brand_id, created_at desc, id desc);
create index booking_of_client on booking (client_id, brand_id) where client_id is not null;
create index booking_of_budget on booking (budget_period_id, created_at desc, id desc)
  where budget_period_id is not null;
-- Creators do not see unpaid orders.
create index booking_of_creator on booking (creator_id, created_at desc, id desc) where authorized_at is not null;
-- For counting bookings by state and for finding bookings in certain states: work in progress, taken slots, and the
-- bookings that need a side's action, sorted by deadline (`listWaitingBookingIds`).
create index booking_states_of_brand on booking (brand_id, status, payment_state, (case status when 'pending' then
    coalesce(accept_by, created_at) at time zone 'UTC' when 'accepted' then accepted_at at time zone 'UTC' +
    greatest((windows ->> 'startDays')::int, lead_days) * interval '1 day' when 'in_progress' then due_at at
    time zone 'UTC' else release_at at time zone 'UTC' end)) include (authorized_at);
create index booking_states_of_creator on booking (creator_id, status, payment_state, (case status when 'pending' then
    coalesce(accept_by, created_at) at time zone 'UTC' when 'accepted' then accepted_at at time zone 'UTC' +
    greatest((windows ->> 'startDays')::int, lead_days) * interval '1 day' when 'in_progress' then due_at at
    time zone 'UTC' else release_at at time zone 'UTC' end)) include (authorized_at, due_at, review_by, paused_at);
-- An offer can be booked only once. Orders that were cancelled before payment do not count.
create unique index booking_once_of_offer on booking (offer_id)
  where offer_id is not null and (status <> 'cancelled' or authorized_at is not null);
-- For a creator's order statistics, by index-only scans.
create index booking_orders_of_creator on booking (creator_id, created_at desc)
  include (package_id, status, cancel_reason, authorized_at, accepted_at)
  where cancel_reason is distinct from 'superseded';
create index booking_of_agency on booking (agency_id) where agency_id is not null;
-- For a brand's spending statistics, by index-only scans.
create index booking_spending on booking (brand_id, accepted_at desc)
  include (id, total_cents, refund_cents, payment_state, status, creator_id, category)
  where payment_state in ('held', 'releasing', 'released', 'refunding', 'split', 'disputed');
-- For staff's search over all bookings.
create index booking_newest on booking (created_at desc, id desc) include (package_name, creator_id, brand_id);

-- Append-only log of booking and account events. Activity lists, emails and metrics are derived from it.
create table event (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  kind text not null,
  -- Null for account events.
  booking_id uuid references booking,
  -- Both sides of the booking, so that one index covers all events of a user.
  brand_id uuid references workspace,
  creator_id uuid references workspace,
  -- The side that caused the event. Null if a timer or Stripe caused it.
  actor_workspace_id uuid references workspace,
  -- The member who acted for that side.
  actor_person_id uuid references person,
  data jsonb not null,
  at timestamptz not null
);

create index event_of_booking on event (booking_id, seq);
create index event_of_brand on event (brand_id, at desc, seq desc);
create index event_of_creator on event (creator_id, at desc, seq desc);
-- Events are only appended, so those of one day are stored close together and a small index finds them.
create index event_by_time on event using brin (at) with (pages_per_range = 32, autosummarize = on);

-- One side's request to cancel an accepted or started booking.
create table cancellation_request (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references booking,
  -- Both sides of the booking, so that one index covers all open requests of a user.
  creator_id uuid not null references workspace,
  brand_id uuid not null references workspace,
  requested_by_workspace_id uuid not null references workspace,
  reason text not null check (length(reason) between 1 and 2000),
  requested_at timestamptz not null,
  answer_by timestamptz not null,
  closed_at timestamptz,
  outcome text check (outcome in ('withdrawn', 'agreed', 'not_answered', 'disputed', 'overtaken')),

  check (answer_by > requested_at),
  check ((closed_at is null) = (outcome is null))
);

create unique index cancellation_request_one_open on cancellation_request (booking_id) where closed_at is null;
create index cancellation_request_of_booking on cancellation_request (booking_id);
create index cancellation_request_open_of_creator on cancellation_request (creator_id, answer_by, booking_id)
  where closed_at is null;
create index cancellation_request_open_of_brand on cancellation_request (brand_id, answer_by, booking_id)
  where closed_at is null;

-- A disagreement about a booking that the two sides or staff have to settle.
create table dispute (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references booking,
  -- Both sides of the booking, so that one index covers all open disputes of a user.
  creator_id uuid not null references workspace,
  brand_id uuid not null references workspace,
  -- problem: The brand reports a problem with completed work. cancellation: The other side has rejected a
  -- cancellation request.
  kind text not null check (kind in ('problem', 'cancellation')),
  opened_by_workspace_id uuid not null references workspace,
  -- The side that wants to undo the booking: the brand if it reported a problem, otherwise the side that requested
  -- the cancellation.
  claimant_workspace_id uuid not null references workspace,
  desired_outcome text check (desired_outcome in ('redo', 'partial_refund', 'full_refund')),
  opened_at timestamptz not null,
  -- The deadline for the other side's statement. After it, staff may decide without one.
  answer_by timestamptz not null,
  answered_at timestamptz,
  answer_missed_at timestamptz,
  -- The time left in the release window when the dispute interrupted it.
  release_left_ms bigint check (release_left_ms >= 0),
  -- The part of the price that the creator would keep under the proposed split.
  offer_creator_cents int check (offer_creator_cents > 0),
  offered_at timestamptz,
  offers int not null default 0 check (offers between 0 and 10),
  closed_at timestamptz,
  outcome text
    check (outcome in ('withdrawn', 'refund_agreed', 'split_agreed', 'release', 'refund', 'split',
      'charged_back')),
  decided_by_person_id uuid references person,
  decision_reason text check (length(decision_reason) between 1 and 1000),

  check (answer_by > opened_at),
  check ((closed_at is null) = (outcome is null)),
  check ((offer_creator_cents is null) = (offered_at is null)),
  check (kind <> 'problem' or release_left_ms is not null and claimant_workspace_id = opened_by_workspace_id),
  check (kind <> 'cancellation' or desired_outcome is null and offered_at is null and claimant_workspace_id <> opened_by_workspace_id),
  check (coalesce(outcome in ('release', 'refund', 'split'), false) = (decided_by_person_id is not null)),
  check ((decided_by_person_id is null) = (decision_reason is null))
);

create unique index dispute_one_open on dispute (booking_id) where closed_at is null;
create index dispute_of_booking on dispute (booking_id, opened_at);
create index dispute_by_time on dispute (opened_at);
create index dispute_open on dispute (opened_at, id) where closed_at is null;
create index dispute_open_by_deadline on dispute (answer_by, id) where closed_at is null;
create index dispute_closed on dispute (opened_at desc, id desc) where closed_at is not null;
create index dispute_open_of_creator on dispute (creator_id, answer_by, booking_id) where closed_at is null;
create index dispute_open_of_brand on dispute (brand_id, answer_by, booking_id) where closed_at is null;
-- Open disputes that need the brand's response (`listWaitingBookingIds`).
create index dispute_waiting_for_brand on dispute (brand_id, answer_by, booking_id)
  where closed_at is null and (offered_at is not null or (opened_by_workspace_id <> brand_id and answered_at is null
    and answer_missed_at is null));
-- Open disputes that need the creator's response (`listWaitingBookingIds`).
create index dispute_waiting_for_creator on dispute (creator_id, answer_by, booking_id)
  where closed_at is null and offered_at is null and opened_by_workspace_id <> creator_id and answered_at is null and
    answer_missed_at is null;

-- The statements of both sides in a dispute. Append-only.
create table dispute_statement (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  dispute_id uuid not null references dispute,
  author_workspace_id uuid not null references workspace,
  text text not null check (length(text) between 1 and 5000),
  at timestamptz not null
);

create index dispute_statement_of_dispute on dispute_statement (dispute_id, seq);
