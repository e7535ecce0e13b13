-- Read models of money and metrics. See docs/read-model.md.

-- Read model: a creator's earnings and payouts per UTC day, in cents.
create table creator_day (
  creator_id uuid not null references workspace,
  day date not null,
  earned_cents bigint not null,
  paid_out_cents bigint not null,
  -- The number of payouts and reversals, needed because their amounts may add up to zero.
  payouts int not null,
  primary key (creator_id, day)
);

create index creator_day_sums on creator_day (creator_id, day) include (earned_cents, paid_out_cents);

-- Read model: each payee's share of each charged booking, and its payout stage. The payee is the creator or the
-- creator's agency. Refunded bookings and lost chargebacks have no share.
create table payout_share (
  booking_id uuid not null references booking,
  creator_id uuid not null references workspace,
  stage text not null check (stage in ('on_hold', 'on_the_way', 'blocked', 'paid_out', 'reversed')),
  creator_cents int not null check (creator_cents > 0),
  accepted_at timestamptz not null,
  claimed_at timestamptz,
  settled_at timestamptz,
  blocked_reason text,
  reversed_at timestamptz,
  has_statement boolean not null default false,
  primary key (booking_id, creator_id)
);

create index payout_share_of_creator on payout_share (creator_id, accepted_at desc, booking_id desc);
create index payout_share_by_stage on payout_share (creator_id, stage, accepted_at desc, booking_id desc)
  include (creator_cents);

-- A single row with the first day that is not yet in ledger_day.
create table ledger_close (
  until date not null,
  id boolean primary key default true check (id)
);

insert into ledger_close (until) values ((now() at time zone 'UTC')::date);

-- Read model: the sums of the ledger per UTC day, kind and account. Housekeeping adds each day after it has ended.
create table ledger_day (
  day date not null,
  kind text not null,
  account text not null,
  cents bigint not null,
  primary key (day, kind, account)
);

-- Read model: marketplace metrics per UTC day. Housekeeping adds each day after it has ended.
create table market_day (
  day date primary key,
  ordered int not null,
  paid int not null,
  accepted int not null,
  -- The time from payment to acceptance, summed over the bookings accepted on this day.
  accepted_seconds bigint not null,
  declined int not null,
  unanswered int not null,
  completed int not null,
  disputed int not null,
  creators int not null,
  brands int not null
);

-- A single row with the first day that is not yet in market_day, or null before the first event.
create table market_close (
  until date,
  id boolean primary key default true check (id)
);

insert into market_close (until) values (null);

-- Read model: the months (as their first day, UTC) in which a booking of a brand was charged.
create table brand_month (
  brand_id uuid not null references workspace,
  month date not null,
  primary key (brand_id, month)
);

-- Read model: the number of brands that were first charged in `first_month` and charged again `later` months after
-- it.
create table brand_cohort (
  first_month date not null,
  later int not null check (later >= 0),
  brands int not null,
  primary key (first_month, later)
);

-- A cached metric of the whole marketplace. It is recomputed when it is too old.
create table cached_figure (
  name text primary key,
  data jsonb not null,
  computed_at timestamptz not null,
  -- The time that the computation took. Expensive metrics are recomputed less often.
  took_ms int not null
);
