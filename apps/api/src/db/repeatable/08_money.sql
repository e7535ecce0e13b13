-- Settlements, the ledger, and copies of Stripe's data.

-- A trigger, because a check constraint cannot read the booking. A settlement distributes exactly the amount that
-- the brand paid, and the creator never gets more than the price (M5 and M6 in safety.md).
create or replace function settlement_must_fit() returns trigger language plpgsql as $$
begin
  if not exists (select from booking where id = new.booking_id and price_cents >= new.creator_cents
      and total_cents = new.creator_cents + new.fee_cents + new.refund_cents) then
    raise exception 'settlement of booking % is not what was paid', new.booking_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger settlement_fits before insert or update of booking_id, creator_cents, fee_cents, refund_cents
  on settlement
  for each row execute function settlement_must_fit();

create or replace trigger settlement_payout_share after insert on settlement
  for each row execute function payout_share_changed();

create or replace trigger settlement_transfer_payout_share
  after insert or update of amount_cents, blocked_reason, paid_at, voided_at on settlement_transfer
  for each row execute function payout_share_changed();

-- A deferred trigger, because a settlement and its transfers are inserted one after another. The transfers add up to
-- the creator's part, the agency gets its share and nothing else, and a settlement is settled when the creator is
-- paid (M5, M6 and M20 in safety.md).
create or replace function settlement_transfers_must_fit() returns trigger language plpgsql as $$
begin
  if exists (
    select from settlement join booking on booking.id = settlement.booking_id
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents,
          coalesce(sum(amount_cents) filter (where payee_workspace_id = booking.agency_id), 0) as agency_cents,
          coalesce(sum(amount_cents) filter (where payee_workspace_id = booking.creator_id), 0) as creator_cents,
          bool_or(paid_at is not null) filter (where payee_workspace_id = booking.creator_id) as paid
        from settlement_transfer where settlement_transfer.booking_id = settlement.booking_id
      ) as made
    where settlement.booking_id = new.booking_id
      and (made.cents <> settlement.creator_cents
        or made.agency_cents <> settlement.creator_cents::bigint * coalesce(booking.agency_bps, 0) / 10000
        or made.agency_cents + made.creator_cents <> made.cents
        or made.paid <> (settlement.settled_at is not null))) then
    raise exception 'the transfers of booking % do not fit its settlement', new.booking_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger if exists settlement_has_transfers on settlement;
create constraint trigger settlement_has_transfers after insert or update of creator_cents, settled_at on settlement
  deferrable initially deferred for each row execute function settlement_transfers_must_fit();
drop trigger if exists settlement_transfer_fits on settlement_transfer;
create constraint trigger settlement_transfer_fits after insert or update of booking_id, payee_workspace_id, amount_cents, paid_at
  on settlement_transfer
  deferrable initially deferred for each row execute function settlement_transfers_must_fit();

-- A trigger, so that the booking always stores the refund of its settlement.
create or replace function settlement_refund() returns trigger language plpgsql as $$
begin
  update booking set refund_cents = new.refund_cents where id = new.booking_id;
  return null;
end $$;
create or replace trigger settlement_refund after insert or update of refund_cents on settlement
  for each row when (new.refund_cents > 0) execute function settlement_refund();

-- A deferred trigger, because the entries of a transaction are inserted one by one and have to balance only at
-- commit.
create or replace function ledger_must_balance() returns trigger language plpgsql as $$
declare
  target uuid;
begin
  if tg_table_name = 'ledger_entry' then
    target := new.transaction_id;
  else
    target := new.id;
  end if;
  -- A ledger transaction is final after the commit. No entries can be added later, not even entries that balance.
  if (select written_in <> pg_current_xact_id() from ledger_transaction where id = target) then
    raise exception 'ledger transaction % is closed', target using errcode = 'insufficient_privilege';
  end if;
  if (select count(*) < 2 or sum(amount_cents) <> 0 from ledger_entry where transaction_id = target) then
    raise exception 'ledger transaction % does not sum to zero', target using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger if exists ledger_transaction_balances on ledger_transaction;
create constraint trigger ledger_transaction_balances after insert on ledger_transaction deferrable initially deferred
  for each row execute function ledger_must_balance();

create or replace trigger ledger_transaction_append_only before delete or update on ledger_transaction
  for each row execute function refuse_change();
create or replace trigger ledger_transaction_no_truncate before truncate on ledger_transaction
  for each statement execute function refuse_change();

-- A trigger, so that the creator always matches the booking. Only money that a payee owns can be the agency's.
create or replace function ledger_transaction_owner() returns trigger language plpgsql as $$
declare
  creator uuid;
  agency uuid;
begin
  select creator_id, agency_id into creator, agency from booking where id = new.booking_id;
  new.creator_id := coalesce(new.creator_id, creator);
  if new.creator_id <> creator and (new.creator_id is distinct from agency or new.kind not in ('earn', 'unearn',
      'release', 'reversal', 'restore', 'recovery', 'chargeback_lost')) then
    raise exception 'ledger transaction of booking % is of nobody who is paid for it', new.booking_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger ledger_transaction_owner before insert on ledger_transaction
  for each row execute function ledger_transaction_owner();

create or replace trigger ledger_transaction_payout_share after insert on ledger_transaction
  for each row when (new.kind in ('capture', 'reversal', 'restore', 'chargeback_lost')) execute function
    payout_share_changed();

drop trigger if exists ledger_entry_balances on ledger_entry;
create constraint trigger ledger_entry_balances after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_must_balance();

create or replace trigger ledger_entry_append_only before delete or update on ledger_entry
  for each row execute function refuse_change();
create or replace trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();

-- A statement trigger, so that a creator's sums always match the ledger. All entries of a transaction are inserted
-- by one statement.
create or replace function ledger_entry_kept() returns trigger language plpgsql as $$
begin
  insert into creator_day as kept
  select creator_id, day, sum(earned_cents), sum(paid_out_cents), sum(payouts) from creator_movement
  where transaction_id in (select transaction_id from added)
  group by creator_id, day having bool_or(earned_cents <> 0 or paid_out_cents <> 0)
  on conflict (creator_id, day) do update
    set earned_cents = kept.earned_cents + excluded.earned_cents, paid_out_cents = kept.paid_out_cents + excluded.paid_out_cents,
      payouts = kept.payouts + excluded.payouts;
  return null;
end $$;
create or replace trigger ledger_entry_kept after insert on ledger_entry referencing new table as added
  for each statement execute function ledger_entry_kept();

-- A trigger, because an entry with an earlier date has to be added to a day that is already summed. The shared lock
-- on ledger_close makes it take turns with the job that sums days.
create or replace function ledger_entry_late() returns trigger language plpgsql as $$
declare
  closed date;
begin
  select until into closed from ledger_close for key share;
  insert into ledger_day as kept
  select (at at time zone 'UTC')::date, kind, account, sum(amount_cents)
  from added join ledger_transaction on ledger_transaction.id = added.transaction_id
  where at < closed::timestamp at time zone 'UTC' group by 1, 2, 3
  on conflict (day, kind, account) do update set cents = kept.cents + excluded.cents;
  return null;
end $$;
create or replace trigger ledger_entry_late after insert on ledger_entry referencing new table as added
  for each statement execute function ledger_entry_late();

-- A trigger, so that no writer can exceed the limit. The service locks the brand before it inserts a card.
create or replace function limit_saved_cards() returns trigger language plpgsql as $$ begin
  if (select count(*) from saved_card where brand_id = new.brand_id and removed_at is null) >= 10 then
    raise exception 'too many cards' using errcode = 'check_violation', constraint = 'saved_card_limit';
  end if;
  return new;
end $$;
create or replace trigger saved_card_limits before insert on saved_card for each row execute function limit_saved_cards();
