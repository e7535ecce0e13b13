import type { PaymentState, Windows } from '@marquee/booking';
import type { Chosen } from '@marquee/money';
import type { Answer, OrderCustomer, Question } from '@marquee/validation';
import { sql, type RawBuilder } from 'kysely';
import type { Issuer } from '../../core/issuer.ts';
import type { After } from '../../core/paging.ts';
import { contains } from '../../db/contains.ts';
import { PLANNED_EACH_TIME } from '../../db/client.ts';
import type { Db, DocumentKind, LedgerKind } from '../../db/schema.ts';

/** Who asks; staff sees everybody's documents. */
export interface Reader {
  id: string;
  isAdmin: boolean;
}

/** Somebody on a paper, as it was when the paper was made. */
export interface Party {
  name: string;
  username: string;
  legalName: string;
  country: string;
  /** On the person's own papers only, as are the next two. */
  email?: string;
  address?: string;
  taxId?: string;
}

/** What is fixed on a paper when it is made (migration 0027, documents.sql.ts). */
export interface PaperFacts {
  brand: Party;
  creator: Party;
  /** Who ordered for the brand. */
  contact: string;
  purchaseOrder: string;
  /** Null on papers from before it was kept: the operator of today, and UTC. */
  issuer: Issuer | null;
  paidWith: string | null;
}

/** A paper's own columns. */
export interface DocumentRow {
  id: string;
  kind: DocumentKind;
  year: number;
  number: number;
  issuedAt: Date;
  code: string;
  facts: PaperFacts;
}

export interface ReceiptRow extends DocumentRow {
  bookingId: string;
  packageName: string;
  priceCents: number;
  feeBps: number;
  feeCents: number;
  paymentState: PaymentState;
  /** Of a receipt what was charged, of a credit note what was given back, as the ledger says. */
  amountCents: number;
  refundedCents: number;
  chargedBackCents: number;
  receiptYear: number;
  receiptNumber: number;
}

/** A paper on its own, with what was chosen of the package (null: it was plain). */
export type WholeReceiptRow = ReceiptRow & { chosen: Chosen | null };

/**
 * A refund, that it came back, and what the operator paid instead. What a surplus payment gave back is on no receipt.
 */
const giving = sql<boolean>`(ledger_transaction.kind = 'refund' or ledger_transaction.kind in ('refund_returned', 'refund_replaced') and exists (
  select from ledger_transaction made where made.stripe_object_id = ledger_transaction.stripe_object_id and made.kind = 'refund'))`;

/** All few entries of a movement: `offset` keeps the planner from an index that is deeper and has only the account more. */
const entriesOf = (transactionId: RawBuilder<unknown>) =>
  sql`select account, amount_cents from ledger_entry where transaction_id = ${transactionId} offset 0`;

/** Of documents that are receipts or credit notes. */
const receipts = (documents: RawBuilder<unknown>) => sql`
  select document.id, document.booking_id, document.kind, document.year, document.number, document.issued_at, document.code, document.facts,
    booking.package_name, booking.price_cents, booking.fee_bps, booking.fee_cents, booking.payment_state, document.brand_id,
    coalesce(receipt.year, document.year) as receipt_year, coalesce(receipt.number, document.number) as receipt_number,
    abs(own.amount_cents)::int8 as amount_cents,
    moved.refunded_cents, moved.charged_back_cents
  from ${documents} as document
    join booking on booking.id = document.booking_id
    cross join lateral (${entriesOf(sql`document.transaction_id`)}) as own
    -- Of most papers it is the paper itself: offset keeps it from being looked for then.
    left join lateral (
      select year, number from ledger_document as made
      where document.kind <> 'receipt' and made.booking_id = document.booking_id and made.kind = 'receipt' offset 0) as receipt on true
    cross join lateral (
      select
        coalesce(-sum(amount_cents) filter (where ${giving}), 0)::int8 as refunded_cents,
        coalesce(-sum(amount_cents) filter (where kind in ('chargeback', 'chargeback_won')), 0)::int8 as charged_back_cents
      from ledger_transaction cross join lateral (${entriesOf(sql`ledger_transaction.id`)}) as entry
      where ledger_transaction.booking_id = booking.id and account in ('processor', 'outside')
        -- Most bookings have none of these: their entries are not looked up.
        and kind in ('refund', 'refund_returned', 'refund_replaced', 'chargeback', 'chargeback_won')
    ) as moved
  where own.account = 'processor'`;

/** A booking's receipt or credit note, for its brand and for staff. */
export async function findReceipt(
  db: Db,
  bookingId: string,
  kind: 'receipt' | 'credit_note',
  reader: Reader,
): Promise<WholeReceiptRow | undefined> {
  const { rows } = await sql<WholeReceiptRow>`
    select receipt.*, (select chosen from booking where id = receipt.booking_id) as chosen
    from (${receipts(sql`ledger_document`)}) as receipt
    where booking_id = ${bookingId} and kind = ${kind} and (brand_id = ${reader.id} or ${reader.isAdmin})`.execute(db);
  return rows[0];
}

/** Which papers somebody wants: days of `zone`, both included; the words or the number that stand on them. */
export interface Wanted {
  from: string | null;
  to: string | null;
  zone: string;
  words: string | null;
  number: { kind: DocumentKind; year: number; number: number } | null;
}

/** How many papers a search by words looks through before it says where it would go on. */
const LOOKED_THROUGH = 1_000;

/** Whether a moment is within the days that are wanted. */
export const within = (at: RawBuilder<unknown>, { from, to, zone }: Pick<Wanted, 'from' | 'to' | 'zone'>) => sql`
  ${from === null ? sql`` : sql`and ${at} >= ${from}::date::timestamp at time zone ${zone}`}
  ${to === null ? sql`` : sql`and ${at} < (${to}::date + 1)::timestamp at time zone ${zone}`}`;

/** A brand's receipts and credit notes, newest first, as its index has them. */
const documentsOf = (brandId: string, { number, ...wanted }: Wanted, after: After | null) => sql`
  from ledger_document
  where brand_id = ${brandId} and kind in ('receipt', 'credit_note') ${within(sql`issued_at`, wanted)}
    ${number === null ? sql`` : sql`and (kind, year, number) = (${number.kind}, ${number.year}, ${number.number})`}
    ${after === null ? sql`` : sql`and (issued_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
  order by issued_at desc, id desc`;

/**
 * The receipts and credit notes that a brand wants, newest first, one row more than `most` when there are more. By
 * words only the next thousand are looked through: `findLookedThrough` says where to go on. Planned for anybody, all
 * of a brand's would be sorted for a page.
 */
export async function listReceipts(
  db: Db,
  brandId: string,
  wanted: Wanted,
  after: After | null,
  most: number,
): Promise<ReceiptRow[]> {
  const { words } = wanted;
  const looked = words === null ? most + 1 : LOOKED_THROUGH;
  const { rows } = await sql<ReceiptRow>`${PLANNED_EACH_TIME}
    with looked as materialized (select * ${documentsOf(brandId, wanted, after)} limit ${sql.lit(looked)})
    select * from (${receipts(sql`looked`)}) as receipt
    ${words === null ? sql`` : sql`where ${contains(words, ...PRINTED)}`}
    order by issued_at desc, id desc
    limit ${sql.lit(most + 1)}`.execute(db);
  return rows;
}

/** Words of a paper that people look for. */
const PRINTED = [sql`package_name`, sql`(facts -> 'creator' ->> 'name')`, sql`(facts ->> 'purchaseOrder')`];

/** The last paper that a search by words looked through, where there are more behind it. */
export async function findLookedThrough(
  db: Db,
  brandId: string,
  wanted: Wanted,
  after: After | null,
): Promise<After | undefined> {
  const { rows } = await sql<After>`
    select issued_at as at, id ${documentsOf(brandId, wanted, after)}
    offset ${sql.lit(LOOKED_THROUGH - 1)} limit 1`.execute(db);
  return rows[0];
}

/** What was given back on a booking, in order; negative: it was sent back to us. */
export const listRefundsOf = (db: Db, bookingId: string) =>
  db
    .selectFrom('ledgerTransaction')
    .innerJoin('ledgerEntry', 'ledgerEntry.transactionId', 'ledgerTransaction.id')
    .leftJoin('ledgerDocument', 'ledgerDocument.transactionId', 'ledgerTransaction.id')
    .select([
      'ledgerTransaction.at',
      sql<number>`-amount_cents`.as('amountCents'),
      'ledgerTransaction.kind',
      'ledgerTransaction.stripeObjectId',
      'ledgerDocument.year',
      'ledgerDocument.number',
    ])
    .where('ledgerTransaction.bookingId', '=', bookingId)
    .where(giving)
    .where('ledgerEntry.account', 'in', ['processor', 'outside'])
    .orderBy('ledgerTransaction.at')
    .execute();

/** What the two sides have agreed, with the agreement's own columns; for both and for staff. */
export async function findAgreement(db: Db, bookingId: string, reader: Reader): Promise<AgreementRow | undefined> {
  const { rows } = await sql<AgreementRow>`
    select document.id, document.kind, document.year, document.number, document.issued_at, document.code, document.facts, booking.id as booking_id,
      booking.package_name, booking.package_description, booking.delivery_days, booking.features, booking.chosen, booking.price_cents, booking.fee_bps, booking.fee_cents, booking.windows, booking.lead_days,
      booking.total_cents, booking.customer, booking.questions, booking.answers, booking.authorized_at, booking.accepted_at
    from ledger_document as document join booking on booking.id = document.booking_id
    where document.booking_id = ${bookingId} and document.kind = 'agreement'
      and (booking.brand_id = ${reader.id} or booking.creator_id = ${reader.id} or ${reader.isAdmin})`.execute(db);
  return rows[0];
}

export interface AgreementRow extends DocumentRow {
  bookingId: string;
  packageName: string;
  packageDescription: string;
  deliveryDays: number;
  features: string[];
  chosen: Chosen | null;
  priceCents: number;
  feeBps: number;
  feeCents: number;
  /** How long each step may take: the booking's own. */
  windows: Windows;
  leadDays: number;
  totalCents: number;
  customer: OrderCustomer;
  questions: Question[];
  answers: Answer[];
  authorizedAt: Date | null;
  acceptedAt: Date | null;
}

export interface PayoutMovement {
  bookingId: string;
  packageName: string;
  brandName: string;
  kind: Extract<LedgerKind, 'release' | 'restore' | 'reversal'>;
  /** Above zero: to the creator. Below: taken back. */
  amountCents: number;
  priceCents: number;
  chosen: Chosen | null;
  at: Date;
  stripeObjectId: string | null;
  creatorId: string;
  // Null: what was taken back has no paper of its own.
  documentId: string | null;
  year: number | null;
  number: number | null;
  code: string | null;
}

/** When money went to a creator or came back. */
const moving = sql`ledger_transaction as movement
    cross join lateral (${entriesOf(sql`movement.id`)}) as entry`;
const isMoving = sql`movement.kind in ('release', 'restore', 'reversal') and account = 'processor'`;

/** Papers name the brand as it was then. */
const movements = sql`
  select booking.id as booking_id, booking.package_name, booking.price_cents, booking.chosen,
    coalesce(document.facts -> 'brand' ->> 'name', (select full_name from app_user where id = booking.brand_id)) as brand_name, movement.kind,
    -entry.amount_cents as amount_cents, movement.at, movement.creator_id, movement.stripe_object_id,
    document.id as document_id, document.year, document.number, document.code
  from ${moving}
    join booking on booking.id = movement.booking_id
    left join ledger_document as document on document.transaction_id = movement.id
  where ${isMoving}`;

/** What moved between us and the creator of a booking, in order; for the creator and for staff. */
export async function listPayoutOf(db: Db, bookingId: string, reader: Reader): Promise<PayoutMovement[]> {
  const { rows } = await sql<PayoutMovement>`
    select * from (${movements}) as movement
    where booking_id = ${bookingId} and (creator_id = ${reader.id} or ${reader.isAdmin}) order by at`.execute(db);
  return rows;
}

/** The same for all bookings of a creator within days of a time zone, one row more than `most` when there are more. */
export async function listPayoutsBetween(
  db: Db,
  creatorId: string,
  days: Pick<Wanted, 'from' | 'to' | 'zone'>,
  most: number,
): Promise<PayoutMovement[]> {
  const { rows } = await sql<PayoutMovement>`
    select * from (${movements}) as movement
    where creator_id = ${creatorId} ${within(sql`at`, days)}
    order by at, booking_id limit ${sql.lit(most + 1)}`.execute(db);
  return rows;
}

/** A month ('2026-03') of a time zone. */
interface CreatorMonth {
  creatorId: string;
  month: string;
  zone: string;
}

const inMonth = ({ month, zone }: CreatorMonth) => sql`
  at >= ${`${month}-01`}::date::timestamp at time zone ${zone}
    and at < (${`${month}-01`}::date + interval '1 month')::timestamp at time zone ${zone}`;

/** The same within a month. */
export async function listPayoutsIn(db: Db, month: CreatorMonth): Promise<PayoutMovement[]> {
  const { rows } = await sql<PayoutMovement>`
    select * from (${movements}) as movement
    where creator_id = ${month.creatorId} and ${inMonth(month)}
    order by at, booking_id`.execute(db);
  return rows;
}

/** What the statement of a month comes to, and when the last of it moved; undefined when nothing did. */
export async function findPayoutTotal(
  db: Db,
  month: CreatorMonth,
): Promise<{ netCents: number; at: Date } | undefined> {
  const { rows } = await sql<{ netCents: number; at: Date }>`
    select -sum(amount_cents)::int8 as net_cents, max(movement.at) as at from ${moving}
    where ${isMoving} and movement.creator_id = ${month.creatorId} and ${inMonth(month)} having count(*) > 0`.execute(
    db,
  );
  return rows[0];
}

/** The creator as a statement names them: as their last paper has it, else as they are called now. */
export async function findPayee(
  db: Db,
  { creatorId, documentId }: { creatorId: string; documentId: string | null },
): Promise<{ facts: PaperFacts | null; name: string; username: string; email: string }> {
  const { rows } = await sql<{ facts: PaperFacts | null; name: string; username: string; email: string }>`
    select (select facts from ledger_document where id = ${documentId}) as facts, full_name as name, username, email
    from app_user where id = ${creatorId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A creator who was paid is not there');
  return row;
}

/** The code of a creator's statement of a month. */
export const findStatementCode = (db: Db, creatorId: string, month: string) =>
  db
    .selectFrom('creatorStatement')
    .select('code')
    .where('creatorId', '=', creatorId)
    .where('month', '=', month)
    .executeTakeFirst();

/** What a code is of: a document, or the statement of a month. */
export interface CodedRow {
  kind: DocumentKind | 'statement';
  year: number;
  number: number;
  /** Null: of a document. */
  month: string | null;
  issuedAt: Date;
  zone: string | null;
  amountCents: number;
  /** Of what was charged on the booking, how much was given back or taken by the card's bank. */
  givenBackCents: number;
  chargedCents: number;
}

/** The paper that has a code. */
export async function findCoded(db: Db, code: string): Promise<CodedRow | undefined> {
  const { rows } = await sql<CodedRow>`
    select document.kind, document.year, document.number, null as month, document.issued_at, document.facts -> 'issuer' ->> 'zone' as zone,
      abs(own.amount_cents)::int8 as amount_cents, moved.given_back_cents, moved.charged_cents
    from ledger_document as document
      join ledger_entry as own on own.transaction_id = document.transaction_id and own.account = 'processor'
      cross join lateral (
        select coalesce(sum(amount_cents) filter (where kind = 'capture'), 0)::int8 as charged_cents,
          coalesce(-sum(amount_cents) filter (where ${giving} or kind in ('chargeback', 'chargeback_won')), 0)::int8 as given_back_cents
        from ledger_transaction join ledger_entry on ledger_entry.transaction_id = ledger_transaction.id
        where ledger_transaction.booking_id = document.booking_id and account in ('processor', 'outside')
      ) as moved
    where document.code = ${code}`.execute(db);
  return rows[0];
}

/** The month whose statement has a code. */
export const findCodedMonth = (db: Db, code: string) =>
  db.selectFrom('creatorStatement').select(['creatorId', 'month']).where('code', '=', code).executeTakeFirst();
