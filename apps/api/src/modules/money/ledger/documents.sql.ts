import type { WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import { NUMBERS_PER_SERIES } from '../../../core/document-numbers.ts';
import type { Issuer } from '../../../core/issuer.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { DocumentKind, LedgerKind } from '../../../db/schema.ts';

/**
 * The documents to issue, by kind of ledger transaction. The brand gets a receipt and both sides get an agreement
 * per charge, the brand gets a credit note per refund, and the payee gets a payout statement per transfer.
 */
const DOCUMENTS_BY_MOVEMENT: Partial<Record<LedgerKind, readonly DocumentKind[]>> = {
  capture: ['receipt', 'agreement'],
  refund: ['credit_note'],
  release: ['payout'],
  restore: ['payout'],
};

/** Kinds of ledger transactions on a creator's monthly statement. */
const STATEMENT_MOVEMENTS: readonly LedgerKind[] = ['release', 'restore', 'reversal'];

/** A ledger transaction for which documents are issued. */
export interface DocumentedMovement {
  id: string;
  bookingId: string;
  /** The payee whose money moved: the booking's creator or the creator's agency. */
  creatorId: WorkspaceId | null;
  kind: LedgerKind;
  at: Date;
  issuer: Issuer;
  /** The payment method of a charge as text, or null if it is unknown or nothing was charged. */
  paidWith?: string | null;
}

/**
 * Issues the documents of a ledger transaction. Each gets the next number of its kind and year, and a copy of the
 * parties' details. Runs as the last statement before the commit, because other transactions have
 * to wait for the next number until this one ends.
 */
export async function insertDocuments(tx: UnitOfWork, movement: DocumentedMovement): Promise<void> {
  const { id, bookingId, creatorId, kind, at, issuer, paidWith = null } = movement;
  const documents = DOCUMENTS_BY_MOVEMENT[kind];
  const write = async () => {
    await sql`
      with next as (
        insert into ledger_document_counter as counter (kind, year, last)
        select document, date_part('year', ${at}::timestamptz at time zone ${issuer.zone})::int, series.base + 1
        from unnest(${documents}::text[]) as document,
          (select count(*)::int * ${sql.lit(NUMBERS_PER_SERIES)} as base from database_restore) as series
        on conflict (kind, year) do update set last = greatest(counter.last + 1, excluded.last)
        returning kind, year, last
      )
      insert into ledger_document (kind, year, number, booking_id, transaction_id, issued_at, facts)
      select kind, year, last, booking.id, ${id}::uuid, ${at}::timestamptz,
        document_facts(kind, booking, ${creatorId}::uuid) || ${JSON.stringify({ issuer, paidWith })}::jsonb
      from next, booking where booking.id = ${bookingId}`.execute(tx.db);
  };
  if (documents !== undefined) tx.beforeCommit(write);
  if (STATEMENT_MOVEMENTS.includes(kind))
    await sql`
      insert into creator_statement (creator_id, month)
      values (${creatorId}::uuid, to_char(${at}::timestamptz at time zone ${issuer.zone}, 'YYYY-MM'))
      on conflict do nothing`.execute(tx.db);
}
