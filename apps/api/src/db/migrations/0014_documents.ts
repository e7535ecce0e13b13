import { sql, type QueryExecutorProvider } from 'kysely';

/** Numbers of receipts and payout statements: in order and without gaps, for each kind and year. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table ledger_document (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('receipt', 'payout')),
      year int not null,
      number int not null check (number > 0),
      booking_id uuid not null references booking,
      -- The movement that the document is about; each has one document.
      transaction_id uuid not null unique references ledger_transaction,
      issued_at timestamptz not null,
      unique (kind, year, number),
      check (year = date_part('year', issued_at at time zone 'UTC'))
    )`.execute(db);
  await sql`create index ledger_document_of_booking on ledger_document (booking_id, kind)`.execute(db);
  // The row is locked until the transaction ends: the next number is given when this one is certain, or free again.
  await sql`
    create table ledger_document_counter (
      kind text not null,
      year int not null,
      last int not null,
      primary key (kind, year)
    )`.execute(db);

  await sql`
    insert into ledger_document (kind, year, number, booking_id, transaction_id, issued_at)
    select kind, year, row_number() over (partition by kind, year order by at, id), booking_id, id, at
    from (
      select id, booking_id, at, case kind when 'capture' then 'receipt' else 'payout' end as kind, date_part('year', at at time zone 'UTC')::int as year
      from ledger_transaction where kind in ('capture', 'release', 'restore')
    ) as movement`.execute(db);
  await sql`insert into ledger_document_counter (kind, year, last)
    select kind, year, max(number) from ledger_document group by kind, year`.execute(db);

  await sql`create trigger ledger_document_append_only before update or delete on ledger_document
    for each row execute function refuse_change()`.execute(db);
  await sql`create trigger ledger_document_no_truncate before truncate on ledger_document
    for each statement execute function refuse_change()`.execute(db);
}
