import { sql, type Transaction } from 'kysely';
import type { Issuer } from '../../core/issuer.ts';
import { runBeforeCommit } from '../../db/transaction.ts';
import type { Database, DocumentKind, LedgerKind } from '../../db/schema.ts';

/**
 * Which movements are put on paper: a charge for the brand, as the agreement for both, what goes back to the brand, and
 * a transfer for the creator.
 */
const DOCUMENTS_BY_MOVEMENT: Partial<Record<LedgerKind, readonly DocumentKind[]>> = {
  capture: ['receipt', 'agreement'],
  refund: ['credit_note'],
  release: ['payout'],
  restore: ['payout'],
};

/** Those that stand on a creator's statement of a month. */
const STATEMENT_MOVEMENTS: readonly LedgerKind[] = ['release', 'restore', 'reversal'];

/** A movement that is put on paper. */
export interface DocumentedMovement {
  id: string;
  bookingId: string;
  kind: LedgerKind;
  at: Date;
  issuer: Issuer;
  /** What a charge was paid with, in words; null when it is not known, or nothing was charged. */
  paidWith?: string | null;
}

/**
 * Gives each document of a movement the next number of its kind and year, and fixes what it says of people (migration
 * 0027). Others wait for their numbers until the caller's transaction ends, so it is the last thing that one does.
 */
export async function insertDocuments(tx: Transaction<Database>, movement: DocumentedMovement): Promise<void> {
  const { id, bookingId, kind, at, issuer, paidWith = null } = movement;
  const documents = DOCUMENTS_BY_MOVEMENT[kind];
  const write = async () => {
    await sql`
      with next as (
        insert into ledger_document_counter as counter (kind, year, last)
        select document, date_part('year', ${at}::timestamptz at time zone ${issuer.zone})::int, 1
        from unnest(${documents}::text[]) as document
        on conflict (kind, year) do update set last = counter.last + 1
        returning kind, year, last
      )
      insert into ledger_document (kind, year, number, booking_id, transaction_id, issued_at, facts)
      select kind, year, last, booking.id, ${id}::uuid, ${at}::timestamptz,
        paper_facts(kind, booking) || ${JSON.stringify({ issuer, paidWith })}::jsonb
      from next, booking where booking.id = ${bookingId}`.execute(tx);
  };
  if (documents !== undefined && !runBeforeCommit(tx, write, { isLast: true })) await write();
  if (STATEMENT_MOVEMENTS.includes(kind))
    await sql`
      insert into creator_statement (creator_id, month)
      select creator_id, to_char(${at}::timestamptz at time zone ${issuer.zone}, 'YYYY-MM') from booking where id = ${bookingId}
      on conflict do nothing`.execute(tx);
}
