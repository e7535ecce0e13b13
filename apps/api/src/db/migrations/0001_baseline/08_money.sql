-- Settlements, the ledger, and copies of Stripe's data.

-- The only settlement of a booking's money. Release, refund and split compete for this row, which is inserted before
-- Stripe is called.
create table settlement (
  booking_id uuid primary key references booking,
  kind text not null check (kind in ('release', 'refund', 'split')),
  -- Null if a timer triggered the settlement.
  decided_by_person_id uuid references person,
  -- The creator's part of the price, including the share of an agency.
  creator_cents int not null check (creator_cents >= 0),
  fee_cents int not null check (fee_cents >= 0),
  refund_cents int not null check (refund_cents >= 0),

  claimed_at timestamptz not null,
  -- Set when the refund was made and the creator was paid. The transfer to an agency may follow later.
  settled_at timestamptz,
  -- Set if a lost chargeback took the money before this settlement could move it.
  voided_at timestamptz,

  -- The refund to the brand.
  stripe_refund_id text unique,
  refunded_at timestamptz,
  refund_attempt int not null default 1,

  check (kind <> 'release' or refund_cents = 0),
  check (kind <> 'refund' or creator_cents = 0 and fee_cents = 0),
  constraint settlement_split_has_both check (kind <> 'split' or creator_cents > 0 and refund_cents > 0),
  constraint settlement_refund_is_noted check ((refunded_at is null) = (stripe_refund_id is null)),
  constraint settlement_refunds_what_it_says
    check (settled_at is null or (refund_cents > 0) = (stripe_refund_id is not null)),
  constraint settlement_settled_or_voided check (settled_at is null or voided_at is null)
);

create index settlement_refunding on settlement (claimed_at desc, booking_id desc)
  include (refund_cents)
  where refund_cents > 0 and refunded_at is null and voided_at is null;
create index settlement_refunded on settlement (claimed_at desc, booking_id desc)
  where refund_cents > 0 and refunded_at is not null and voided_at is null;

-- The transfer of a settlement's money to one payee: the creator or the agency that represents the creator. Each
-- payee has an own row, so that a payee who cannot be paid never holds back the other.
create table settlement_transfer (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references settlement,
  payee_workspace_id uuid not null references workspace,
  amount_cents int not null check (amount_cents > 0),
  claimed_at timestamptz not null,
  blocked_reason text check (blocked_reason in ('payout_setup', 'payout_change', 'payment_check', 'payouts_frozen')),
  -- Set if a lost chargeback took the money before the transfer was made.
  voided_at timestamptz,

  stripe_transfer_id text unique,
  paid_account_id text,
  paid_at timestamptz,
  -- The number of requests that Stripe definitely refused. Because Stripe repeats a refusal for the same idempotency
  -- key, the number is part of the key.
  attempt int not null default 1,

  -- The reversal after a chargeback. It is always of the whole amount.
  stripe_reversal_id text unique,
  reversal_attempt int not null default 1,
  reversal_refused_at timestamptz,
  -- The second transfer, after the chargeback was won.
  restored_transfer_id text unique,
  restore_attempt int not null default 1,

  unique (booking_id, payee_workspace_id),
  check ((stripe_transfer_id is null) = (paid_at is null)),
  check (paid_at is null or voided_at is null),
  check (blocked_reason is null or paid_at is null and voided_at is null),
  check (stripe_reversal_id is null or stripe_transfer_id is not null),
  check (restored_transfer_id is null or stripe_reversal_id is not null)
);

create index settlement_transfer_blocked on settlement_transfer (claimed_at, id)
  include (amount_cents, blocked_reason)
  where blocked_reason is not null;
-- For resuming the payouts of a booking whose workspace is no longer reported.
create index settlement_transfer_frozen on settlement_transfer (booking_id) where blocked_reason = 'payouts_frozen';
create index settlement_transfer_blocked_of_payee on settlement_transfer (payee_workspace_id) where blocked_reason is not null;

-- A transaction of the double-entry ledger. A booking has at most one transaction of most kinds per payee, so that an
-- effect applied twice cannot be recorded twice.
create table ledger_transaction (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references booking,
  -- The payee whose money the transaction moves, so that one index covers all transactions of a creator: the booking's
  -- creator (set by a trigger), or the creator's agency for the agency's share.
  creator_id uuid references workspace,
  kind text not null
    check (kind in ('capture', 'earn', 'unearn', 'refund', 'release', 'surplus', 'surplus_refund',
      'chargeback', 'chargeback_won', 'chargeback_lost', 'reversal', 'restore', 'recovery', 'refund_returned',
      'refund_replaced')),
  -- The Stripe object that moved the money, or null for a movement between internal accounts.
  stripe_object_id text,
  at timestamptz not null,
  written_in xid8 not null default pg_current_xact_id()
);

-- Each effect of a Stripe object can be recorded only once.
create unique index ledger_transaction_object on ledger_transaction (stripe_object_id, kind);
create index ledger_transaction_at_stripe on ledger_transaction (at) where stripe_object_id is not null;
-- Only surplus payments and returned refunds can occur more than once per booking.
create unique index ledger_transaction_once on ledger_transaction (booking_id, kind, creator_id)
  where kind not in ('surplus', 'surplus_refund', 'refund_returned', 'refund_replaced');
create index ledger_transaction_of_booking on ledger_transaction (booking_id, kind);
create index ledger_transaction_of_creator on ledger_transaction (creator_id, at)
  include (id, kind, booking_id, stripe_object_id);
create index ledger_transaction_by_time on ledger_transaction (at) include (id, kind);

-- An entry of a ledger transaction. Debits are positive and credits negative. The entries of a transaction add up to
-- zero.
create table ledger_entry (
  transaction_id uuid not null references ledger_transaction,
  account text not null
    check (account in ('processor', 'held', 'creator', 'fee', 'surplus', 'chargeback', 'loss', 'outside')),
  -- The creator to whom the money belongs. Set only on the `creator` account.
  workspace_id uuid references workspace,
  amount_cents int not null check (amount_cents <> 0),
  check ((account = 'creator') = (workspace_id is not null)),
  primary key (transaction_id, account)
);

create index ledger_entry_of_creator on ledger_entry (workspace_id) where account = 'creator';

-- Webhook events that have already been received.
create table stripe_event (
  id text primary key,
  type text not null,
  -- The time of the event at Stripe.
  created_at timestamptz not null,
  received_at timestamptz not null,
  -- `list` means that reconciliation found the event in Stripe's list before its webhook arrived.
  source text not null check (source in ('webhook', 'list'))
);

create index stripe_event_received_at on stripe_event (received_at) include (created_at, source);

-- A charge that the cardholder's bank reversed. This is not a dispute between brand and creator.
create table chargeback (
  stripe_dispute_id text primary key,
  -- A bank can reverse a charge only once.
  booking_id uuid not null references booking unique,
  amount_cents int not null check (amount_cents > 0),
  reason text not null,
  -- The booking's payment state before the chargeback. It is restored if the chargeback is won.
  state_before text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  outcome text check (outcome in ('won', 'lost')),
  -- The deadline for a response to the bank, or null if Stripe does not name one.
  respond_by timestamptz,
  -- The time when staff requested that the response be sent. A job retries until Stripe accepts or rejects it.
  response_requested_at timestamptz,
  response_note text check (length(response_note) <= 1000),
  responded_at timestamptz,
  response_refused text check (length(response_refused) <= 1000),

  check ((closed_at is null) = (outcome is null))
);

create index chargeback_open on chargeback (opened_at, booking_id) where closed_at is null;
create index chargeback_unanswered on chargeback (respond_by, booking_id)
  where closed_at is null and responded_at is null;
create index chargeback_closed on chargeback (opened_at, booking_id) where closed_at is not null;

-- A payment that belongs to no booking. It is refunded within a minute.
create table surplus_payment (
  stripe_payment_intent_id text primary key,
  booking_id uuid not null references booking,
  stripe_charge_id text not null unique,
  amount_cents int not null check (amount_cents > 0),
  reason text not null check (reason in ('second_intent', 'booking_cancelled', 'amount')),
  found_at timestamptz not null,
  attempt int not null default 1,
  stripe_refund_id text unique,
  refunded_at timestamptz,

  check ((refunded_at is null) = (stripe_refund_id is null))
);

create index surplus_payment_of_booking on surplus_payment (booking_id);
create index surplus_payment_by_time on surplus_payment (found_at desc);
create index surplus_payment_refunding on surplus_payment (found_at desc)
  include (amount_cents)
  where refunded_at is null;

-- A Stripe payout that the creator's bank returned. It may cover several bookings.
create table returned_payout (
  stripe_payout_id text primary key,
  stripe_account_id text not null,
  creator_id uuid not null references workspace,
  amount bigint not null check (amount > 0),
  currency text not null,
  failure_code text not null,
  bank_id text,
  found_at timestamptz not null,
  resolved_at timestamptz
);

create index returned_payout_open on returned_payout (creator_id, found_at) where resolved_at is null;
create index returned_payout_of on returned_payout (creator_id);

-- A Stripe account that was replaced because it was in the wrong country. It is never paid again.
create table former_payout_account (
  stripe_account_id text primary key,
  creator_id uuid not null references workspace,
  country text not null,
  left_at timestamptz not null
);

create index former_payout_account_of on former_payout_account (creator_id);

-- A problem with money that staff have to resolve. At most one exception is open per kind and subject.
create table money_exception (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  booking_id uuid references booking,
  -- The id of a booking, of a settlement's transfer or of a Stripe object.
  subject text not null,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  opened_at timestamptz not null,
  resolved_at timestamptz,
  resolution text,
  -- Null if it was resolved automatically.
  resolved_by_person_id uuid references person,

  check ((resolved_at is null) = (resolution is null)),
  check (resolved_by_person_id is null or resolved_at is not null)
);

create unique index money_exception_one_open on money_exception (kind, subject) where resolved_at is null;
create index money_exception_of_booking on money_exception (booking_id);
create index money_exception_open on money_exception (opened_at desc, id desc) where resolved_at is null;
create index money_exception_resolved on money_exception (opened_at desc, id desc) where resolved_at is not null;

-- The position up to which reconciliation has read each of Stripe's lists.
create table reconciliation_position (
  stream text primary key,
  position jsonb not null check (jsonb_typeof(position) = 'object'),
  at timestamptz not null
);

-- A movement that the ledger and Stripe both have, with the same amount. It is not compared again.
create table reconciliation_match (
  stripe_object_id text primary key,
  matched_at timestamptz not null
);

-- A complete comparison of the ledger with Stripe.
create table reconciliation_run (
  id uuid primary key default gen_random_uuid(),
  source text not null check (source in ('job', 'command')),
  started_at timestamptz not null,
  -- The last booking that an unfinished comparison has checked.
  after_booking uuid,
  finished_at timestamptz,
  movements bigint not null default 0 check (movements >= 0),
  differences bigint not null default 0 check (differences >= 0),
  held_cents bigint not null default 0 check (held_cents >= 0),
  held_bookings bigint not null default 0 check (held_bookings >= 0),
  -- The amount paid out to creators so far, and the exceptions that were open at the end of the check.
  released_cents bigint not null default 0 check (released_cents >= 0),
  open_exceptions int not null default 0 check (open_exceptions >= 0)
);

create unique index reconciliation_run_running on reconciliation_run (source) where finished_at is null and source = 'job';
create index reconciliation_run_finished on reconciliation_run (finished_at desc) where finished_at is not null;

-- A change to where a creator's payouts go, after which payouts wait (docs/safety.md). `first_setup` is recorded only
-- if it makes payouts wait.
create table payout_change (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references workspace,
  kind text not null check (kind in ('country', 'bank_account', 'bank_added', 'first_setup')),
  -- The new country or the last digits of the new bank account.
  detail text not null check (length(detail) <= 100),
  at timestamptz not null
);

create index payout_change_of on payout_change (creator_id, at desc, id desc);

-- A card that a brand has saved for later payments. It belongs to the brand's customer at Stripe.
create table saved_card (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references workspace,
  stripe_payment_method_id text not null unique,
  -- The card network, such as 'visa'.
  brand text not null check (length(brand) between 1 and 40),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month int not null check (exp_month between 1 and 12),
  exp_year int not null check (exp_year between 2000 and 2200),
  -- Identifies the card number at Stripe, so that the same card is not listed twice.
  fingerprint text not null check (length(fingerprint) between 1 and 255),
  added_by_person_id uuid not null references person,
  added_at timestamptz not null,
  -- The version of the consent sentence that was shown.
  consent_version text not null check (length(consent_version) between 1 and 20),
  removed_at timestamptz,
  -- The person who removed it, or null if it was removed at Stripe or with the account.
  removed_by_person_id uuid references person,

  check (removed_by_person_id is null or removed_at is not null)
);

-- The cards of a brand, of which a card number can be saved only once.
create unique index saved_card_of_brand on saved_card (brand_id, fingerprint) where removed_at is null;

-- An attempt to pay for a booking with a saved card. The row is inserted before Stripe is called, and its id is the
-- idempotency key. So a request whose answer was lost is repeated and never sent as a new one.
create table card_payment (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references booking,
  card_id uuid not null references saved_card,
  -- Copied from the card, because a card that is saved again has another payment method.
  stripe_payment_method_id text not null,
  -- Whether nobody is there to answer questions of the bank.
  off_session boolean not null,
  started_at timestamptz not null,
  -- Until when the payout of the booking waits, because the payer's device was new. Null if it does not wait.
  payout_held_until timestamptz,
  -- Null until Stripe has definitely answered.
  outcome text check (outcome in ('authorized', 'authentication_required', 'declined')),
  finished_at timestamptz,

  check ((outcome is null) = (finished_at is null))
);

-- A booking has at most one attempt at a time.
create unique index card_payment_open on card_payment (booking_id) where outcome is null;
create index card_payment_card on card_payment (card_id);
create index card_payment_held on card_payment (booking_id) where payout_held_until is not null;
