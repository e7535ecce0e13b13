import { sql, type QueryExecutorProvider } from 'kysely';

/** How far the comparison with Stripe's books has come, and what was found on both sides. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table reconcile_position (
      stream text primary key,
      position jsonb not null check (jsonb_typeof(position) = 'object'),
      at timestamptz not null
    )`.execute(db);
  // A movement at Stripe that the ledger has with the same amount: nobody needs to ask about it again.
  await sql`
    create table reconcile_match (
      stripe_object_id text primary key,
      matched_at timestamptz not null
    )`.execute(db);
  await sql`create index ledger_transaction_at_stripe on ledger_transaction (at) where stripe_object_id is not null`.execute(
    db,
  );
}
