import { sql } from 'kysely';
import { PAGE_SIZE, type After } from '../../core/paging.ts';
import type { Db, DocumentKind, LedgerKind } from '../../db/schema.ts';

/** Who asks; staff sees everybody's documents. */
export interface Reader {
  id: string;
  isAdmin: boolean;
}

export interface ReceiptRow {
  bookingId: string;
  kind: DocumentKind;
  year: number;
  number: number;
  issuedAt: Date;
  packageName: string;
  priceCents: number;
  feeCents: number;
  /** What the ledger says was charged. */
  chargedCents: number;
  refundedCents: number;
  chargedBackCents: number;
  customer: { name: string; email: string };
  brandName: string;
  brandEmail: string;
  brandUsername: string;
  creatorName: string;
  creatorUsername: string;
}

/**
 * A refund, that it came back, and what the operator paid instead. What a surplus payment gave back is on no receipt.
 */
const giving = sql<boolean>`(kind = 'refund' or kind in ('refund_returned', 'refund_replaced') and exists (
  select from ledger_transaction made where made.stripe_object_id = ledger_transaction.stripe_object_id and made.kind = 'refund'))`;

const receipts = sql`
  select document.id, document.booking_id, document.kind, document.year, document.number, document.issued_at, booking.package_name, booking.price_cents,
    booking.fee_cents, booking.customer, document.brand_id, brand.full_name as brand_name, brand.email as brand_email, brand.username as brand_username,
    creator.full_name as creator_name, creator.username as creator_username,
    moved.charged_cents, moved.refunded_cents, moved.charged_back_cents
  from ledger_document as document
    join booking on booking.id = document.booking_id
    join app_user as brand on brand.id = booking.brand_id
    join app_user as creator on creator.id = booking.creator_id
    cross join lateral (
      select
        coalesce(sum(amount_cents) filter (where kind = 'capture'), 0)::int8 as charged_cents,
        coalesce(-sum(amount_cents) filter (where ${giving}), 0)::int8 as refunded_cents,
        coalesce(-sum(amount_cents) filter (where kind in ('chargeback', 'chargeback_won')), 0)::int8 as charged_back_cents
      from ledger_transaction join ledger_entry on ledger_entry.transaction_id = ledger_transaction.id
      where ledger_transaction.booking_id = booking.id and account in ('processor', 'outside')
    ) as moved
  where document.kind = 'receipt'`;

/** A booking's receipt, for its brand and for staff. */
export async function findReceipt(db: Db, bookingId: string, reader: Reader): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select * from (${receipts}) as receipt
    where booking_id = ${bookingId} and (brand_id = ${reader.id} or ${reader.isAdmin})`.execute(db);
  return rows[0];
}

/** A brand's receipts, newest first, one row more than a page when there are more. */
export async function listReceipts(
  db: Db,
  brandId: string,
  after: After | null,
): Promise<(ReceiptRow & { id: string })[]> {
  const { rows } = await sql<ReceiptRow & { id: string }>`
    select * from (${receipts}) as receipt
    where brand_id = ${brandId}
      ${after === null ? sql`` : sql`and (issued_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by issued_at desc, id desc
    limit ${sql.lit(PAGE_SIZE + 1)}`.execute(db);
  return rows;
}

/** What was given back on a booking, in order; negative: it was sent back to us. */
export const listRefundsOf = (db: Db, bookingId: string) =>
  db
    .selectFrom('ledgerTransaction')
    .innerJoin('ledgerEntry', 'ledgerEntry.transactionId', 'ledgerTransaction.id')
    .select([
      'ledgerTransaction.at',
      sql<number>`-amount_cents`.as('amountCents'),
      'ledgerTransaction.kind',
      'ledgerTransaction.stripeObjectId',
    ])
    .where('ledgerTransaction.bookingId', '=', bookingId)
    .where(giving)
    .where('ledgerEntry.account', 'in', ['processor', 'outside'])
    .orderBy('ledgerTransaction.at')
    .execute();

export interface PayoutMovement {
  bookingId: string;
  packageName: string;
  brandName: string;
  kind: Extract<LedgerKind, 'release' | 'restore' | 'reversal'>;
  /** Above zero: to the creator. Below: taken back. */
  amountCents: number;
  priceCents: number;
  at: Date;
  stripeObjectId: string | null;
  year: number | null;
  number: number | null;
  creatorId: string;
  creatorName: string;
  creatorUsername: string;
  creatorEmail: string;
}

const movements = sql`
  select booking.id as booking_id, booking.package_name, booking.price_cents, brand.full_name as brand_name, movement.kind,
    -ledger_entry.amount_cents as amount_cents, movement.at, movement.creator_id as owner_id, movement.stripe_object_id, document.year, document.number,
    creator.id as creator_id, creator.full_name as creator_name, creator.username as creator_username, creator.email as creator_email
  from ledger_transaction as movement
    join ledger_entry on ledger_entry.transaction_id = movement.id and account = 'processor'
    join booking on booking.id = movement.booking_id
    join app_user as brand on brand.id = booking.brand_id
    join app_user as creator on creator.id = booking.creator_id
    left join ledger_document as document on document.transaction_id = movement.id
  where movement.kind in ('release', 'restore', 'reversal')`;

/** What moved between us and the creator of a booking, in order; for the creator and for staff. */
export async function listPayoutOf(db: Db, bookingId: string, reader: Reader): Promise<PayoutMovement[]> {
  const { rows } = await sql<PayoutMovement>`
    select * from (${movements}) as movement
    where booking_id = ${bookingId} and (creator_id = ${reader.id} or ${reader.isAdmin}) order by at`.execute(db);
  return rows;
}

/** The same for all bookings of a creator within a month ('2026-03', UTC). */
export async function listPayoutsIn(db: Db, creatorId: string, month: string): Promise<PayoutMovement[]> {
  const { rows } = await sql<PayoutMovement>`
    select * from (${movements}) as movement
    where owner_id = ${creatorId} and at >= ${`${month}-01`}::date::timestamp at time zone 'UTC'
      and at < (${`${month}-01`}::date + interval '1 month')::timestamp at time zone 'UTC'
    order by at, booking_id`.execute(db);
  return rows;
}
