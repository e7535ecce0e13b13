import type { WorkspaceId } from '@marquee/contracts';
import type { PaymentState, Windows } from '@marquee/booking';
import type { BookedChoice } from '@marquee/money';
import type { ClientForm, QuestionAnswer, OrderCustomer, Question } from '@marquee/validation';
import { sql, type RawBuilder } from 'kysely';
import type { Issuer } from '../../../core/issuer.ts';
import type { KeysetCursor } from '../../../core/paging.ts';
import { readRowsByColumn, type ColumnKinds } from '../../../db/by-columns.ts';
import { containsTextSql } from '../../../db/contains.ts';
import { firstOwnerSql } from '../../../db/owners.ts';
import type { Db, DocumentKind, LedgerKind } from '../../../db/schema.ts';

/** The user who requests a document. Staff can read all documents. */
export interface DocumentReader {
  id: string;
  isStaff: boolean;
}

/**
 * A party on a document, with the details of a user or a client at the time of issue. Details that older documents do
 * not have, and those that only the party's own documents show, are optional.
 */
export interface DocumentParty extends Partial<Omit<ClientForm, 'id' | 'base'>> {
  name: string;
  username: string;
  legalName: string;
  country: string;
  /** The party's email address. Present only on their own documents. */
  email?: string;
}

/** The details that are stored with a document when it is issued (documents.sql.ts). */
export interface DocumentFacts {
  brand: DocumentParty;
  creator: DocumentParty;
  /** The person who placed the order for the brand. */
  contact: string;
  purchaseOrder: string;
  /** The issuer. Null on older documents, which use the current issuer and UTC. */
  issuer: Issuer | null;
  paidWith: string | null;
}

export interface NumberedDocumentRow {
  kind: DocumentKind;
  year: number;
  number: number;
  issuedAt: Date;
}

export interface DocumentRow extends NumberedDocumentRow {
  id: string;
  code: string;
  facts: DocumentFacts;
}

/** A receipt or credit note in a list. */
export interface ReceiptLine extends NumberedDocumentRow {
  id: string;
  bookingId: string;
  packageName: string;
  creatorName: string;
  purchaseOrder: string;
  /** The client for which the brand ordered, such as 'Northwind, by Field Agency', or null. */
  clientName: string | null;
  /** The time zone of the document's dates. Null on older documents. */
  zone: string | null;
  priceCents: number;
  feeCents: number;
  /** The amount of the document from the ledger, which is the charge of a receipt or the refund of a credit note. */
  amountCents: number;
  /** The total of the booking's refunds. */
  refundedCents: number;
  chargedBackCents: number;
  receiptYear: number;
  receiptNumber: number;
}

/** A single receipt or credit note. `chosen` is null for a package without options. */
export interface ReceiptRow extends ReceiptLine, DocumentRow {
  feeBps: number;
  paymentState: PaymentState;
  chosen: BookedChoice | null;
}

const receiptLineColumnsSql = sql`receipt_line.document_id as id, receipt_line.booking_id, receipt_line.kind, receipt_line.year, receipt_line.number,
  receipt_line.issued_at, receipt_line.package_name, creator_name, purchase_order, client_name, zone, receipt_line.price_cents, receipt_line.fee_cents,
  amount_cents, receipt_line.refunded_cents, charged_back_cents, receipt_year, receipt_number`;

const RECEIPT_LINE_COLUMNS: ColumnKinds<ReceiptLine> = {
  id: 'value',
  bookingId: 'value',
  kind: 'value',
  year: 'value',
  number: 'value',
  issuedAt: 'time',
  packageName: 'value',
  creatorName: 'value',
  purchaseOrder: 'value',
  clientName: 'value',
  zone: 'value',
  priceCents: 'value',
  feeCents: 'value',
  amountCents: 'value',
  refundedCents: 'value',
  chargedBackCents: 'value',
  receiptYear: 'value',
  receiptNumber: 'value',
};

/** Returns a booking's receipt or credit note if `reader` is the brand or staff. */
export async function findReceipt(
  db: Db,
  bookingId: string,
  kind: 'receipt' | 'credit_note',
  reader: DocumentReader,
): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptLineColumnsSql}, document.code, document.facts, booking.fee_bps, booking.payment_state, booking.chosen
    from ledger_document as document
      join receipt_line on receipt_line.document_id = document.id
      join booking on booking.id = document.booking_id
    where document.booking_id = ${bookingId} and document.kind = ${kind}
      and (document.brand_id = ${reader.id} or ${reader.isStaff})`.execute(db);
  return rows[0];
}

/** Filters for documents. `from` and `to` are days in `zone`, both inclusive. */
export interface ReceiptFilter {
  from: string | null;
  to: string | null;
  zone: string;
  words: string | null;
  number: { kind: DocumentKind; year: number; number: number } | null;
}

/** Maximum number of documents that one page of a text search examines. */
const MAX_SEARCHED_ROWS = 1_000;

/** Builds a condition for times from `from` to `to`, both inclusive. */
export const isWithinDaysSql = (
  at: RawBuilder<unknown>,
  { from, to, zone }: Pick<ReceiptFilter, 'from' | 'to' | 'zone'>,
) => sql`
  ${from === null ? sql`` : sql`and ${at} >= ${from}::date::timestamp at time zone ${zone}`}
  ${to === null ? sql`` : sql`and ${at} < (${to}::date + 1)::timestamp at time zone ${zone}`}`;

/** Builds a condition for the document with this number. */
const hasNumberSql = ({ kind, year, number }: NonNullable<ReceiptFilter['number']>) => {
  const matchingDocument = sql`from ledger_document where (kind, year, number) = (${kind}, ${year}, ${number})`;
  return sql`and issued_at = (select issued_at ${matchingDocument}) and document_id = (select id ${matchingDocument})`;
};

/** Selects a brand's receipts and credit notes, newest first. The order matches an index. */
const receiptLinesSql = (brandId: WorkspaceId, { number, ...wanted }: ReceiptFilter, after: KeysetCursor | null) => sql`
  from receipt_line
  where brand_id = ${brandId} ${isWithinDaysSql(sql`issued_at`, wanted)}
    ${number === null ? sql`` : hasNumberSql(number)}
    ${after === null ? sql`` : sql`and (issued_at, document_id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
  order by issued_at desc, document_id desc`;

/**
 * Lists a brand's receipts and credit notes, newest first, with one extra row to detect another page. With a text
 * search, examines only the next `MAX_SEARCHED_ROWS` documents. `findSearchResumeCursor` then returns the start of
 * the next page.
 */
export async function listReceipts(
  db: Db,
  brandId: WorkspaceId,
  filter: ReceiptFilter,
  after: KeysetCursor | null,
  most: number,
): Promise<ReceiptLine[]> {
  const { words } = filter;
  const lines = sql`select ${receiptLineColumnsSql} ${receiptLinesSql(brandId, filter, after)}`;
  return readRowsByColumn(
    db,
    words === null
      ? sql`${lines} limit ${sql.lit(most + 1)}`
      : sql`select ${sql.join(Object.keys(RECEIPT_LINE_COLUMNS).map((name) => sql.ref(name)))} from (${lines} limit ${sql.lit(MAX_SEARCHED_ROWS)}) as looked where ${containsTextSql(words, ...SEARCHED_COLUMNS)}
        order by issued_at desc, id desc limit ${sql.lit(most + 1)}`,
    RECEIPT_LINE_COLUMNS,
  );
}

const SEARCHED_COLUMNS = [sql`package_name`, sql`creator_name`, sql`purchase_order`, sql`client_name`];

/** Returns the cursor of the last document that a text search examined, if there are more after it. */
export async function findSearchResumeCursor(
  db: Db,
  brandId: WorkspaceId,
  filter: ReceiptFilter,
  after: KeysetCursor | null,
): Promise<KeysetCursor | undefined> {
  const { rows } = await sql<KeysetCursor>`
    select issued_at as at, document_id as id ${receiptLinesSql(brandId, filter, after)}
    offset ${sql.lit(MAX_SEARCHED_ROWS - 1)} limit 1`.execute(db);
  return rows[0];
}

interface RefundRow {
  at: Date;
  amountCents: number;
  kind: LedgerKind;
  stripeObjectId: string | null;
  // The year and number of the credit note, or null if there is none.
  year: number | null;
  number: number | null;
}

/** Lists a booking's refunds, oldest first. A negative amount is a refund that the bank returned. */
export async function listRefundsByBooking(db: Db, bookingId: string): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select at, amount_cents, booking_return.kind, stripe_object_id, year, number
    from booking_return left join ledger_document using (transaction_id)
    where booking_return.booking_id = ${bookingId} and not by_bank order by at`.execute(db);
  return rows;
}

/** Returns a booking's agreement if `reader` is one of its sides or staff. */
export async function findAgreement(
  db: Db,
  bookingId: string,
  reader: DocumentReader,
): Promise<AgreementRow | undefined> {
  const { rows } = await sql<AgreementRow>`
    select document.id, document.kind, document.year, document.number, document.issued_at, document.code,
      document.facts, booking.id as booking_id,
      booking.package_name, booking.package_description, booking.delivery_days, booking.features, booking.chosen,
        booking.price_cents, booking.fee_bps, booking.fee_cents, booking.windows, booking.lead_days,
      booking.total_cents, booking.customer, booking.questions, booking.answers, booking.authorized_at, booking.accepted_at
    from ledger_document as document join booking on booking.id = document.booking_id
    where document.booking_id = ${bookingId} and document.kind = 'agreement'
      and (booking.brand_id = ${reader.id} or booking.creator_id = ${reader.id} or ${reader.isStaff})`.execute(db);
  return rows[0];
}

export interface AgreementRow extends DocumentRow {
  bookingId: string;
  packageName: string;
  packageDescription: string;
  deliveryDays: number;
  features: string[];
  chosen: BookedChoice | null;
  priceCents: number;
  feeBps: number;
  feeCents: number;
  /** The deadlines that apply to this booking. */
  windows: Windows;
  leadDays: number;
  totalCents: number;
  customer: OrderCustomer;
  questions: Question[];
  answers: QuestionAnswer[];
  authorizedAt: Date | null;
  acceptedAt: Date | null;
}

/** A movement on a payout statement. */
export interface PayoutMovement {
  bookingId: string;
  packageName: string;
  brandName: string;
  kind: Extract<LedgerKind, 'release' | 'restore' | 'reversal'>;
  /** Positive if paid to the creator, negative if reversed. */
  amountCents: number;
  priceCents: number;
  /** Null on monthly statements, which do not list options. */
  chosen: BookedChoice | null;
  at: Date;
  stripeObjectId: string | null;
  creatorId: WorkspaceId;
  /** The other payee of the booking and the agency's share, or null without an agency. */
  agency: { name: string; shareBps: number; isOwnShare: boolean } | null;
  // The id, year, number and code of the movement's document. Null for reversals, which have no document.
  documentId: string | null;
  year: number | null;
  number: number | null;
  code: string | null;
}

const chosenSql = sql`case when is_chosen then (select chosen from booking where id = payout_line.booking_id) end`;

/**
 * Selects payout movements. The brand's name is the one at the time of the document, or the current one if there is
 * no document.
 */
const payoutMovementsSql = (chosen: RawBuilder<unknown>) => sql`
  select booking_id, package_name, price_cents, kind, amount_cents, at, creator_id, stripe_object_id, document_id, year, number, code,
    coalesce(brand_name, (select full_name from booking join workspace on workspace.id = brand_id
      where booking.id = payout_line.booking_id)) as brand_name,
    case when agency_cents > 0 then jsonb_build_object('shareBps', agency_bps, 'isOwnShare', creator_id = agency_id,
      'name', (select full_name from workspace where id = case creator_id when agency_id then represented_id else agency_id end))
      end as agency,
    ${chosen} as chosen
  from payout_line`;

const MOVEMENT_COLUMNS: ColumnKinds<PayoutMovement> = {
  bookingId: 'value',
  packageName: 'value',
  brandName: 'value',
  kind: 'value',
  amountCents: 'value',
  priceCents: 'value',
  chosen: 'value',
  at: 'time',
  stripeObjectId: 'value',
  creatorId: 'value',
  agency: 'value',
  documentId: 'value',
  year: 'value',
  number: 'value',
  code: 'value',
};

/** Lists the movements of a booking's payouts, oldest first, if `reader` is their payee or staff. */
export const listPayoutMovementsByBooking = (
  db: Db,
  bookingId: string,
  reader: DocumentReader,
): Promise<PayoutMovement[]> =>
  readRowsByColumn(
    db,
    sql`${payoutMovementsSql(chosenSql)} where booking_id = ${bookingId} and (creator_id = ${reader.id} or ${reader.isStaff}) order by at`,
    MOVEMENT_COLUMNS,
  );

/** Lists a creator's payout movements from `from` to `to`, with one extra row to detect more than `most`. */
export const listPayoutMovementsBetween = (
  db: Db,
  creatorId: WorkspaceId,
  days: Pick<ReceiptFilter, 'from' | 'to' | 'zone'>,
  most: number,
): Promise<PayoutMovement[]> =>
  readRowsByColumn(
    db,
    sql`${payoutMovementsSql(chosenSql)} where creator_id = ${creatorId} ${isWithinDaysSql(sql`at`, days)}
      order by at, booking_id limit ${sql.lit(most + 1)}`,
    MOVEMENT_COLUMNS,
  );

/** A creator and a month ('2026-03') in a time zone. */
interface CreatorMonth {
  creatorId: WorkspaceId;
  month: string;
  zone: string;
}

const isInMonthSql = ({ creatorId, month, zone }: CreatorMonth) => sql`
  creator_id = ${creatorId} and at >= ${`${month}-01`}::date::timestamp at time zone ${zone}
    and at < (${`${month}-01`}::date + interval '1 month')::timestamp at time zone ${zone}`;

export const listPayoutMovementsInMonth = (db: Db, month: CreatorMonth): Promise<PayoutMovement[]> =>
  readRowsByColumn(
    db,
    sql`${payoutMovementsSql(sql`null`)} where ${isInMonthSql(month)} order by at, booking_id`,
    MOVEMENT_COLUMNS,
  );

/** Returns the total of a month's statement and the time of its last movement, or undefined without movements. */
export async function findMonthPayoutTotal(
  db: Db,
  month: CreatorMonth,
): Promise<{ netCents: number; at: Date } | undefined> {
  const { rows } = await sql<{ netCents: number; at: Date }>`
    select sum(amount_cents)::int8 as net_cents, max(at) as at from payout_line where ${isInMonthSql(month)} having count(*) > 0`.execute(
    db,
  );
  return rows[0];
}

/** Returns the creator's details for a statement, both as stored with the document and with the current name. */
export async function findPayee(
  db: Db,
  { creatorId, documentId }: { creatorId: WorkspaceId; documentId: string | null },
): Promise<{ facts: DocumentFacts | null; name: string; username: string; email: string }> {
  const { rows } = await sql<{ facts: DocumentFacts | null; name: string; username: string; email: string }>`
    select (select facts from ledger_document where id = ${documentId}) as facts, full_name as name, username,
      ${firstOwnerSql<string>('email', 'workspace.id')} as email
    from workspace where id = ${creatorId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A creator who was paid is not there');
  return row;
}

export const findStatementCode = (db: Db, creatorId: WorkspaceId, month: string) =>
  db
    .selectFrom('creatorStatement')
    .select('code')
    .where('creatorId', '=', creatorId)
    .where('month', '=', month)
    .executeTakeFirst();

/** The document or monthly statement that has a verification code. */
export interface DocumentByCodeRow {
  kind: DocumentKind | 'statement';
  year: number;
  number: number;
  /** The month of a monthly statement. Null for other documents. */
  month: string | null;
  issuedAt: Date;
  zone: string | null;
  amountCents: number;
  /** The amount of the booking's charge that was refunded or reversed. */
  givenBackCents: number;
  chargedCents: number;
}

export async function findDocumentByCode(db: Db, code: string): Promise<DocumentByCodeRow | undefined> {
  const { rows } = await sql<DocumentByCodeRow>`
    select document.kind, document.year, document.number, null as month, document.issued_at, document.facts -> 'issuer' ->> 'zone' as zone,
      abs(own.amount_cents)::int8 as amount_cents,
      (select coalesce(sum(amount_cents), 0)::int8 from booking_return where booking_id = document.booking_id) as given_back_cents,
      (select coalesce(sum(amount_cents), 0)::int8 from ledger_transaction join ledger_entry on transaction_id = ledger_transaction.id
        where booking_id = document.booking_id and kind = 'capture' and account = 'processor') as charged_cents
    from ledger_document as document
      join ledger_entry as own on own.transaction_id = document.transaction_id and own.account = 'processor'
    where document.code = ${code}`.execute(db);
  return rows[0];
}

export const findStatementByCode = (db: Db, code: string) =>
  db.selectFrom('creatorStatement').select(['creatorId', 'month']).where('code', '=', code).executeTakeFirst();
