import { sql, type QueryExecutorProvider } from 'kysely';

/** The ledger, the settlement slot and the record of Stripe's events. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table settlement (
      booking_id uuid primary key references booking,
      kind text not null check (kind in ('release', 'refund', 'split')),
      decided_by uuid references app_user,
      creator_cents int not null check (creator_cents >= 0),
      fee_cents int not null check (fee_cents >= 0),
      refund_cents int not null check (refund_cents >= 0),
      attempt int not null default 1,
      blocked_reason text check (blocked_reason in ('payout_setup')),
      stripe_transfer_id text unique,
      claimed_at timestamptz not null,
      settled_at timestamptz,
      check (kind <> 'release' or refund_cents = 0),
      check (kind <> 'refund' or (creator_cents = 0 and fee_cents = 0))
    )`.execute(db);

  await sql`
    create table stripe_event (
      id text primary key,
      type text not null,
      received_at timestamptz not null
    )`.execute(db);

  // Double entry. One transaction of each kind per booking: an effect that is applied twice cannot be written twice.
  await sql`
    create table ledger_transaction (
      id uuid primary key default gen_random_uuid(),
      booking_id uuid not null references booking,
      kind text not null check (kind in ('capture', 'earn', 'release')),
      stripe_object_id text unique,
      at timestamptz not null,
      written_in xid8 not null default pg_current_xact_id(),
      unique (booking_id, kind)
    )`.execute(db);
  await sql`
    create table ledger_entry (
      transaction_id uuid not null references ledger_transaction,
      account text not null check (account in ('processor', 'held', 'creator', 'fee')),
      user_id uuid references app_user,
      amount_cents int not null check (amount_cents <> 0),
      primary key (transaction_id, account),
      check ((account = 'creator') = (user_id is not null))
    )`.execute(db);
  await sql`create index ledger_entry_of_creator on ledger_entry (user_id) where account = 'creator'`.execute(db);

  await sql`
    create function ledger_must_balance() returns trigger language plpgsql as $$
    declare
      target uuid;
    begin
      if tg_table_name = 'ledger_entry' then
        target := new.transaction_id;
      else
        target := new.id;
      end if;
      -- A transaction is complete when it is committed: nothing is added to it later, not even what sums to zero.
      if (select written_in <> pg_current_xact_id() from ledger_transaction where id = target) then
        raise exception 'ledger transaction % is closed', target using errcode = 'insufficient_privilege';
      end if;
      if (select count(*) < 2 or sum(amount_cents) <> 0 from ledger_entry where transaction_id = target) then
        raise exception 'ledger transaction % does not sum to zero', target using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db);
  // Deferred: the rows of one transaction arrive one after the other; at commit they must balance.
  await sql`create constraint trigger ledger_entry_balances after insert on ledger_entry
    deferrable initially deferred for each row execute function ledger_must_balance()`.execute(db);
  await sql`create constraint trigger ledger_transaction_balances after insert on ledger_transaction
    deferrable initially deferred for each row execute function ledger_must_balance()`.execute(db);

  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  for (const table of ['ledger_transaction', 'ledger_entry', 'event']) {
    await sql`create trigger ${sql.id(`${table}_append_only`)} before update or delete on ${sql.table(table)}
      for each row execute function refuse_change()`.execute(db);
    await sql`create trigger ${sql.id(`${table}_no_truncate`)} before truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
}
