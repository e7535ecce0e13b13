import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Figures about the whole marketplace stand ready: what visitors are told is refreshed by a job, and of the ledger the
 * days that are over are summed, so that a report reads those and adds the present day.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table kept_figure (
      name text primary key,
      data jsonb not null,
      computed_at timestamptz not null,
      -- How long it took to compute: what is dear is computed more rarely.
      took_ms int not null
    )`.execute(db);

  await sql`
    create table ledger_day (
      day date not null,
      kind text not null,
      account text not null,
      cents bigint not null,
      primary key (day, kind, account)
    )`.execute(db);
  // The first day that is not summed yet; one row.
  await sql`create table ledger_closed (until date not null, id boolean primary key default true check (id))`.execute(
    db,
  );
  await sql`insert into ledger_closed (until) values ('2000-01-01')`.execute(db);
  await sql`
    create function close_ledger_days(wanted date) returns void language plpgsql as $$
    declare
      closed date;
    begin
      select until into closed from ledger_closed for update;
      if wanted <= closed then return; end if;
      insert into ledger_day
      select (at at time zone 'UTC')::date, kind, account, sum(amount_cents)
      from ledger_transaction join ledger_entry on ledger_entry.transaction_id = ledger_transaction.id
      where at >= closed::timestamp at time zone 'UTC' and at < wanted::timestamp at time zone 'UTC'
      group by 1, 2, 3;
      update ledger_closed set until = wanted;
    end $$`.execute(db);
  // A movement of a day that is summed already is added to its sum. Sharing the row's lock, it cannot miss the closing.
  await sql`
    create function ledger_entry_late() returns trigger language plpgsql as $$
    declare
      closed date;
    begin
      select until into closed from ledger_closed for key share;
      insert into ledger_day as kept
      select (at at time zone 'UTC')::date, kind, account, sum(amount_cents)
      from added join ledger_transaction on ledger_transaction.id = added.transaction_id
      where at < closed::timestamp at time zone 'UTC' group by 1, 2, 3
      on conflict (day, kind, account) do update set cents = kept.cents + excluded.cents;
      return null;
    end $$`.execute(db);
  await sql`create trigger ledger_entry_late after insert on ledger_entry
    referencing new table as added for each statement execute function ledger_entry_late()`.execute(db);
  await sql`select close_ledger_days((now() at time zone 'UTC')::date)`.execute(db);
  await sql`create index dispute_by_time on dispute (opened_at)`.execute(db);
}
