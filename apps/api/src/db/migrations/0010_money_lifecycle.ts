import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Cancellations by agreement, disputes, refunds and splits,
 * chargebacks, surplus payments, and what a person has to look at.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table money_exception (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      booking_id uuid references booking,
      -- What it is about: a booking's id or an object at Stripe.
      subject text not null,
      data jsonb not null check (jsonb_typeof(data) = 'object'),
      opened_at timestamptz not null,
      resolved_at timestamptz,
      resolution text,
      -- Null: what was wrong righted itself.
      resolved_by uuid references app_user,
      check ((resolved_at is null) = (resolution is null)),
      check (resolved_by is null or resolved_at is not null)
    )`.execute(db);
  await sql`create unique index money_exception_one_open on money_exception (kind, subject) where resolved_at is null`.execute(
    db,
  );
  await sql`create index money_exception_of_booking on money_exception (booking_id)`.execute(db);

  await bookings(db);
  await cancellationsAndDisputes(db);
  await settlements(db);
  await chargebacksAndSurplus(db);
  await ledger(db);
}

async function bookings(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table booking
      -- Until when the card's bank lets us charge what it authorised.
      add column capture_before timestamptz,
      add column accept_extended_at timestamptz,
      -- The last day after completion of which the brand was reminded.
      add column reminded_day int not null default 0,
      add column refunded_at timestamptz,
      -- Counts intents that Stripe definitely did not make: it repeats its answer for as long as it keeps the key.
      add column intent_attempt int not null default 1`.execute(db);
  await sql`alter table booking drop constraint booking_cancel_reason_check`.execute(db);
  await sql`alter table booking add constraint booking_cancel_reason_check check (cancel_reason in ('declined', 'not_accepted', 'unpaid',
    'superseded', 'payment_failed', 'agreed', 'not_answered', 'overdue', 'decided', 'charged_back'))`.execute(db);
  // safety.md M5: a split pays the creator, and nothing is paid before the work is completed.
  await sql`alter table booking add constraint booking_split_for_work check (payment_state <> 'split' or status = 'completed')`.execute(
    db,
  );
}

async function cancellationsAndDisputes(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table cancellation_request (
      id uuid primary key default gen_random_uuid(),
      booking_id uuid not null references booking,
      asked_by uuid not null references app_user,
      reason text not null check (length(reason) between 1 and 2000),
      asked_at timestamptz not null,
      answer_by timestamptz not null check (answer_by > asked_at),
      closed_at timestamptz,
      outcome text check (outcome in ('withdrawn', 'agreed', 'not_answered', 'disputed', 'overtaken')),
      check ((closed_at is null) = (outcome is null))
    )`.execute(db);
  await sql`create unique index cancellation_request_one_open on cancellation_request (booking_id) where closed_at is null`.execute(
    db,
  );

  await sql`
    create table dispute (
      id uuid primary key default gen_random_uuid(),
      booking_id uuid not null references booking,
      -- problem: the brand reports one with completed work. cancellation: a request to cancel was not agreed to.
      kind text not null check (kind in ('problem', 'cancellation')),
      opened_by uuid not null references app_user,
      -- Who wants the booking undone: the brand with a problem, or whoever asked to cancel.
      claimant_id uuid not null references app_user,
      wanted text check (wanted in ('redo', 'partial_refund', 'full_refund')),
      opened_at timestamptz not null,
      -- Until when the side that did not open it may answer before it is decided without it.
      answer_by timestamptz not null check (answer_by > opened_at),
      answered_at timestamptz,
      answer_missed_at timestamptz,
      -- What was left of the release window when it stopped.
      release_left_ms bigint check (release_left_ms >= 0),
      -- What the creator would keep of the price.
      offer_creator_cents int check (offer_creator_cents > 0),
      offered_at timestamptz,
      closed_at timestamptz,
      outcome text check (outcome in ('withdrawn', 'refund_agreed', 'split_agreed', 'release', 'refund', 'split', 'charged_back')),
      decided_by uuid references app_user,
      decision_reason text check (length(decision_reason) between 1 and 5000),
      check ((closed_at is null) = (outcome is null)),
      check ((offer_creator_cents is null) = (offered_at is null)),
      check (kind <> 'problem' or (release_left_ms is not null and claimant_id = opened_by)),
      check (kind <> 'cancellation' or (wanted is null and offered_at is null and claimant_id <> opened_by)),
      check (coalesce(outcome in ('release', 'refund', 'split'), false) = (decided_by is not null)),
      check ((decided_by is null) = (decision_reason is null))
    )`.execute(db);
  await sql`create unique index dispute_one_open on dispute (booking_id) where closed_at is null`.execute(db);
  await sql`create index dispute_of_booking on dispute (booking_id, opened_at)`.execute(db);

  await sql`
    create table dispute_statement (
      id uuid primary key default gen_random_uuid(),
      seq bigint generated always as identity,
      dispute_id uuid not null references dispute,
      author_id uuid not null references app_user,
      text text not null check (length(text) between 1 and 5000),
      at timestamptz not null
    )`.execute(db);
  await sql`create index dispute_statement_of_dispute on dispute_statement (dispute_id, seq)`.execute(db);
  await sql`create trigger dispute_statement_append_only before update or delete on dispute_statement
    for each row execute function refuse_change()`.execute(db);
}

async function settlements(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table settlement
      add column stripe_refund_id text unique,
      add column refunded_at timestamptz,
      add column refund_attempt int not null default 1,
      -- A chargeback that was lost took the money before this could.
      add column voided_at timestamptz`.execute(db);
  await sql`alter table settlement drop constraint settlement_release_has_transfer`.execute(db);
  await sql`
    alter table settlement
      add constraint settlement_split_has_both check (kind <> 'split' or (creator_cents > 0 and refund_cents > 0)),
      add constraint settlement_refund_is_noted check ((refunded_at is null) = (stripe_refund_id is null)),
      add constraint settlement_moved_what_it_says check (settled_at is null
        or ((creator_cents > 0) = (stripe_transfer_id is not null) and (refund_cents > 0) = (stripe_refund_id is not null))),
      -- The transfer is the last thing that a settlement does.
      add constraint settlement_transfer_settles check (stripe_transfer_id is null or settled_at is not null),
      add constraint settlement_settled_or_voided check (settled_at is null or voided_at is null)`.execute(db);

  // safety.md M5, M6: to the cent what the brand paid, and never more than the price to the creator.
  await sql`
    create function settlement_must_fit() returns trigger language plpgsql as $$
    begin
      if not exists (select from booking where id = new.booking_id and price_cents >= new.creator_cents
          and total_cents = new.creator_cents + new.fee_cents + new.refund_cents) then
        raise exception 'settlement of booking % is not what was paid', new.booking_id using errcode = 'check_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger settlement_fits before insert or update of booking_id, creator_cents, fee_cents, refund_cents on settlement
    for each row execute function settlement_must_fit()`.execute(db);
}

async function chargebacksAndSurplus(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table chargeback (
      stripe_dispute_id text primary key,
      -- A card's bank takes a charge back once.
      booking_id uuid not null unique references booking,
      amount_cents int not null check (amount_cents > 0),
      reason text not null,
      -- Where the money was when the bank took it; where it goes on when the chargeback is won.
      state_before text not null,
      opened_at timestamptz not null,
      closed_at timestamptz,
      outcome text check (outcome in ('won', 'lost')),
      -- What the creator had been paid and gave back, and got again when it was won.
      reversed_cents int not null default 0 check (reversed_cents >= 0),
      stripe_reversal_id text unique,
      reversal_attempt int not null default 1,
      reversal_refused_at timestamptz,
      stripe_transfer_id text unique,
      transfer_attempt int not null default 1,
      check ((closed_at is null) = (outcome is null)),
      check ((reversed_cents > 0) = (stripe_reversal_id is not null)),
      check (stripe_transfer_id is null or (stripe_reversal_id is not null and coalesce(outcome = 'won', false)))
    )`.execute(db);

  await sql`
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
    )`.execute(db);
  await sql`create index surplus_payment_of_booking on surplus_payment (booking_id)`.execute(db);
}

async function ledger(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table ledger_transaction drop constraint ledger_transaction_kind_check`.execute(db);
  await sql`alter table ledger_transaction add constraint ledger_transaction_kind_check check (kind in ('capture', 'earn', 'unearn',
    'refund', 'release', 'surplus', 'surplus_refund', 'chargeback', 'chargeback_won', 'chargeback_lost', 'reversal', 'restore',
    'recovery'))`.execute(db);
  // A booking may have several surplus payments, each of them once; everything else happens to it once.
  await sql`alter table ledger_transaction drop constraint ledger_transaction_booking_id_kind_key`.execute(db);
  await sql`create unique index ledger_transaction_once on ledger_transaction (booking_id, kind)
    where kind not in ('surplus', 'surplus_refund')`.execute(db);
  await sql`alter table ledger_transaction drop constraint ledger_transaction_stripe_object_id_key`.execute(db);
  await sql`create unique index ledger_transaction_object on ledger_transaction (stripe_object_id, kind)`.execute(db);
  await sql`alter table ledger_entry drop constraint ledger_entry_account_check`.execute(db);
  await sql`alter table ledger_entry add constraint ledger_entry_account_check
    check (account in ('processor', 'held', 'creator', 'fee', 'surplus', 'chargeback', 'loss'))`.execute(db);
}
