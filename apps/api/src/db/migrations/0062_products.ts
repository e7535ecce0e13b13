import { sql, type QueryExecutorProvider } from 'kysely';

/** Products that brands send for the work: which packages need one, and how far each is. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table package add column needs_product boolean not null default false`.execute(db);
  await sql`alter table booking add column needs_product boolean not null default false`.execute(db);
  await sql`
    create table shipment (
      booking_id uuid primary key references booking,
      -- Null: it was not said, or is forgotten.
      address text check (length(address) between 1 and 500),
      address_at timestamptz,
      carrier text not null default '' check (length(carrier) <= 60),
      tracking text not null default '' check (length(tracking) <= 100),
      sent_at timestamptz,
      arrived_at timestamptz,
      check (address is null or address_at is not null)
    )`.execute(db);
  await sql`create index shipment_address_kept on shipment (address_at) where address is not null`.execute(db);
}
