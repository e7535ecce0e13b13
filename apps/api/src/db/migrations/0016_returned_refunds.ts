import { sql, type QueryExecutorProvider } from 'kysely';

/** A refund that a card's bank sends back is owed again, until it is paid from elsewhere (ledger.service.ts). */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table ledger_transaction drop constraint ledger_transaction_kind_check`.execute(db);
  await sql`alter table ledger_transaction add constraint ledger_transaction_kind_check check (kind in ('capture', 'earn', 'unearn',
    'refund', 'release', 'surplus', 'surplus_refund', 'chargeback', 'chargeback_won', 'chargeback_lost', 'reversal', 'restore',
    'recovery', 'refund_returned', 'refund_replaced'))`.execute(db);
  // Each once per refund, which ledger_transaction_object says;
  // a booking's refund and that of a surplus may both come back.
  await sql`drop index ledger_transaction_once`.execute(db);
  await sql`create unique index ledger_transaction_once on ledger_transaction (booking_id, kind)
    where kind not in ('surplus', 'surplus_refund', 'refund_returned', 'refund_replaced')`.execute(db);
  await sql`alter table ledger_entry drop constraint ledger_entry_account_check`.execute(db);
  await sql`alter table ledger_entry add constraint ledger_entry_account_check
    check (account in ('processor', 'held', 'creator', 'fee', 'surplus', 'chargeback', 'loss', 'outside'))`.execute(db);
}
