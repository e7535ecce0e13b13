import { sql, type QueryExecutorProvider } from 'kysely';

/** What staff sends the card's bank about a chargeback, until when it can, and the lists of them. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table chargeback
      -- The bank hears nothing that comes later. Null: Stripe does not say.
      add column respond_by timestamptz,
      -- Staff has asked for it; it goes until Stripe has it or refuses it.
      add column response_asked_at timestamptz,
      add column response_note text check (length(response_note) <= 1000),
      add column responded_at timestamptz,
      add column response_refused text check (length(response_refused) <= 1000)`.execute(db);
  await sql`create index chargeback_open on chargeback (opened_at, booking_id) where closed_at is null`.execute(db);
  await sql`create index chargeback_closed on chargeback (opened_at, booking_id) where closed_at is not null`.execute(
    db,
  );
}
