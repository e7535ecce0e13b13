import { sql, type QueryExecutorProvider } from 'kysely';

/** Statements and sums of open days find what moved in an index, and of each movement only its entries besides. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`drop index ledger_transaction_of_creator`.execute(db);
  await sql`create index ledger_transaction_of_creator on ledger_transaction (creator_id, at)
    include (id, kind, booking_id, stripe_object_id)`.execute(db);
  await sql`drop index ledger_transaction_by_time`.execute(db);
  await sql`create index ledger_transaction_by_time on ledger_transaction (at) include (id, kind)`.execute(db);
}
