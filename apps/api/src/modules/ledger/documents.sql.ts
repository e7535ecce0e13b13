import { sql, type Transaction } from 'kysely';
import type { Database, DocumentKind, LedgerKind } from '../../db/schema.ts';

/** Which movements are put on paper: a charge for the brand, a transfer for the creator. */
const DOCUMENTS: Partial<Record<LedgerKind, DocumentKind>> = {
  capture: 'receipt',
  release: 'payout',
  restore: 'payout',
};

/**
 * Gives the document of a movement the next number of its kind and
 * year. Other numbers wait until the caller's transaction ends.
 */
export async function insertDocumentOf(
  tx: Transaction<Database>,
  transaction: { id: string; bookingId: string; kind: LedgerKind; at: Date },
): Promise<void> {
  const kind = DOCUMENTS[transaction.kind];
  if (kind === undefined) return;
  await sql`
    with next as (
      insert into ledger_document_counter as counter (kind, year, last) values (${kind}, ${transaction.at.getUTCFullYear()}, 1)
      on conflict (kind, year) do update set last = counter.last + 1
      returning kind, year, last
    )
    insert into ledger_document (kind, year, number, booking_id, transaction_id, issued_at)
    select kind, year, last, ${transaction.bookingId}::uuid, ${transaction.id}::uuid, ${transaction.at}::timestamptz from next`.execute(
    tx,
  );
}
