/** Receipts, credit notes, agreements and payout statements: numbered papers whose figures are the ledger's. */
import { toDayInZone } from '@marquee/booking';
import { formatRate, type BookedChoice } from '@marquee/money';
import { MAX_TABLE_ROWS, parseDocumentCode, formatDocumentCode, type DocumentFilter } from '@marquee/validation';
import type { Ctx, UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import { getIssuer, type Issuer } from '../../core/issuer.ts';
import { parseCursor, formatCursor, PAGE_SIZE, toPage } from '../../core/paging.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import type { DocumentKind, LedgerKind } from '../../db/schema.ts';
import {
  findAgreement,
  findCoded,
  findCodedMonth,
  findPayee,
  findPayoutTotal,
  findLookedThrough,
  findReceipt,
  findStatementCode,
  listPayoutOf,
  listPayoutsBetween,
  listPayoutsIn,
  listReceipts,
  listRefundsOf,
  type NumberedRow,
  type PayoutMovement,
  type Reader,
  type ReceiptLine,
  type Wanted,
} from './receipts.sql.ts';
import { findCodedWork } from './work-records.sql.ts';

const PREFIXES: Record<DocumentKind, string> = { receipt: 'R', credit_note: 'C', payout: 'P', agreement: 'A' };

/** 'R-2026-000042'. */
const documentNumber = (kind: DocumentKind, year: number, number: number): string =>
  `${PREFIXES[kind]}-${year}-${String(number).padStart(6, '0')}`;

const readerOf = ({ user }: UserCtx): Reader => ({ id: user.id, isAdmin: user.role === 'admin' });

/** Papers from before their issuer was kept have today's, and days in UTC. */
const issuerOn = (ctx: UserCtx, fixed: Issuer | null | undefined): Issuer =>
  fixed ?? { ...getIssuer(ctx), zone: 'UTC' };

/** How anybody checks a paper. */
export const checkOf = (ctx: UserCtx, code: string) => ({
  code: formatDocumentCode(code),
  address: `${ctx.env.PUBLIC_URL}/verify/${formatDocumentCode(code)}`,
});

/** What every numbered paper has. */
const headOf = (row: NumberedRow) => ({
  number: documentNumber(row.kind, row.year, row.number),
  issuedAt: row.issuedAt,
});

/** One rate of tax on a document. None is charged today; the place for it is there. */
interface TaxLine {
  name: string;
  ratePercent: string;
  amountCents: number;
}

/** What a booking's price is made of, each line under the name of what it is; without the fee. */
export const priceLines = ({
  packageName,
  priceCents,
  chosen,
}: {
  packageName: string;
  priceCents: number;
  chosen: BookedChoice | null;
}): { label: string; amountCents: number }[] =>
  chosen === null
    ? [{ label: packageName, amountCents: priceCents }]
    : chosen.lines.map(({ kind, label, quantity, totalCents }) => {
        const name = kind !== 'package' ? label : chosen.tier === null ? packageName : `${packageName}, ${label}`;
        return { label: quantity === 1 ? name : `${name} × ${quantity}`, amountCents: totalCents };
      });

/**
 * The receipt for a booking's charge, for its brand and for staff.
 * Throws RECEIPT_NOT_FOUND (also when nothing was charged).
 */
export async function receiptOf(ctx: UserCtx, bookingId: string) {
  const row = await findReceipt(ctx.db, bookingId, 'receipt', readerOf(ctx));
  if (!row) throw new Failure('RECEIPT_NOT_FOUND');
  const taxLines: TaxLine[] = [];
  const { facts, amountCents: totalCents } = row;
  return {
    ...headOf(row),
    bookingId,
    check: checkOf(ctx, row.code),
    issuer: issuerOn(ctx, facts.issuer),
    billedTo: { ...facts.brand, contact: facts.contact },
    purchaseOrder: facts.purchaseOrder,
    creator: facts.creator,
    paidWith: facts.paidWith,
    lines: [...priceLines(row), { label: `Platform fee (${formatRate(row.feeBps)})`, amountCents: row.feeCents }],
    taxLines,
    totalCents,
    refunds: (await listRefundsOf(ctx.db, bookingId)).map(({ year, number, ...refund }) => ({
      ...refund,
      creditNote: year === null || number === null ? null : documentNumber('credit_note', year, number),
    })),
    chargedBackCents: row.chargedBackCents,
    netCents: totalCents - row.refundedCents - row.chargedBackCents,
    /** The creator has not been paid and the brand has not got it back. */
    isHeld: row.paymentState === 'held' || row.paymentState === 'disputed',
  };
}
export type Receipt = Awaited<ReturnType<typeof receiptOf>>;

/** What a line of what was given back is called. */
export const refundLabel = (kind: LedgerKind): string =>
  kind === 'refund_returned'
    ? 'Refund sent back by the bank'
    : kind === 'refund_replaced'
      ? 'Refunded another way'
      : 'Refunded';

/**
 * The credit note for what a booking's brand got back, for the brand and for staff.
 * Throws RECEIPT_NOT_FOUND (also when nothing was given back).
 */
export async function creditNoteOf(ctx: UserCtx, bookingId: string) {
  const row = await findReceipt(ctx.db, bookingId, 'credit_note', readerOf(ctx));
  if (!row) throw new Failure('RECEIPT_NOT_FOUND');
  const { facts } = row;
  return {
    ...headOf(row),
    bookingId,
    check: checkOf(ctx, row.code),
    issuer: issuerOn(ctx, facts.issuer),
    receiptNumber: documentNumber('receipt', row.receiptYear, row.receiptNumber),
    billedTo: { ...facts.brand, contact: facts.contact },
    purchaseOrder: facts.purchaseOrder,
    creator: facts.creator,
    packageName: row.packageName,
    amountCents: row.amountCents,
    totalCents: row.priceCents + row.feeCents,
  };
}
export type CreditNote = Awaited<ReturnType<typeof creditNoteOf>>;

/**
 * What the two sides of a booking agreed on when the creator accepted, for both and for staff.
 * Throws RECEIPT_NOT_FOUND (also while nothing is agreed).
 */
export async function agreementOf(ctx: UserCtx, bookingId: string) {
  const row = await findAgreement(ctx.db, bookingId, readerOf(ctx));
  if (!row) throw new Failure('RECEIPT_NOT_FOUND');
  const { facts, code, id: _, ...agreed } = row;
  return {
    ...agreed,
    ...headOf(row),
    check: checkOf(ctx, code),
    issuer: issuerOn(ctx, facts.issuer),
    brand: { ...facts.brand, contact: facts.contact },
    creator: facts.creator,
    purchaseOrder: facts.purchaseOrder,
  };
}
export type Agreement = Awaited<ReturnType<typeof agreementOf>>;

const listed = (row: ReceiptLine) => ({
  ...headOf(row),
  kind: row.kind === 'credit_note' ? ('credit_note' as const) : ('receipt' as const),
  bookingId: row.bookingId,
  packageName: row.packageName,
  creatorName: row.creatorName,
  /** Of a credit note what was given back. */
  amountCents: row.amountCents,
  /** Of what its receipt was for, how much was given back or taken by the card's bank. */
  refundedCents: row.refundedCents + row.chargedBackCents,
  /** Of a credit note: the receipt that it is about. */
  receiptNumber: documentNumber('receipt', row.receiptYear, row.receiptNumber),
});

const NUMBER = /^([RC])-(\d{4})-(\d{1,9})$/i;

/** What a brand wants, in the database's terms: a number as papers have it is that paper's, anything else is words. */
function wantedOf(ctx: UserCtx, { from, to, search = '' }: DocumentFilter): Wanted {
  const [, prefix, year, number] = NUMBER.exec(search) ?? [];
  return {
    from: from ?? null,
    to: to ?? null,
    zone: ctx.env.COMPANY_TIME_ZONE,
    words: search === '' || prefix !== undefined ? null : search,
    number:
      prefix === undefined
        ? null
        : {
            kind: prefix.toUpperCase() === PREFIXES.receipt ? 'receipt' : 'credit_note',
            year: Number(year),
            number: Number(number),
          },
  };
}

/**
 * One page of the receipts and credit notes that the calling brand wants. A search by words looks through a bounded
 * number of papers at a time: a page may have none, and still a cursor.
 */
export async function receiptsPage(
  ctx: UserCtx,
  { cursor, ...input }: DocumentFilter & { cursor?: string | undefined },
) {
  const wanted = wantedOf(ctx, input);
  const after = parseCursor(cursor);
  const { items, nextCursor } = toPage(
    await listReceipts(ctx.db, ctx.user.id, wanted, after, PAGE_SIZE),
    (row) => row.issuedAt,
  );
  const looked =
    nextCursor === null && wanted.words !== null
      ? await findLookedThrough(ctx.db, ctx.user.id, wanted, after)
      : undefined;
  return { items: items.map(listed), nextCursor: nextCursor ?? (looked === undefined ? null : formatCursor(looked)) };
}

/**
 * All receipts and credit notes that the calling brand wants, newest first, as one table.
 * Throws PAPERS_TOO_MANY (more than `most`, or words to look for in more than a thousand papers).
 */
export async function receiptsWanted(ctx: UserCtx, input: DocumentFilter, most: number) {
  const wanted = wantedOf(ctx, input);
  const rows = await listReceipts(ctx.db, ctx.user.id, wanted, null, most);
  const isMore =
    rows.length > most ||
    (wanted.words !== null && (await findLookedThrough(ctx.db, ctx.user.id, wanted, null)) !== undefined);
  if (isMore) throw tooMany(most);
  return rows.map((row) => ({
    ...listed(row),
    zone: row.zone ?? 'UTC',
    purchaseOrder: row.purchaseOrder,
    priceCents: row.priceCents,
    feeCents: row.feeCents,
  }));
}
export type ReceiptsWanted = Awaited<ReturnType<typeof receiptsWanted>>;

const tooMany = (most: number) =>
  new Failure(
    'PAPERS_TOO_MANY',
    `More than ${most.toLocaleString('en-US')} documents are too many for one file. Please choose fewer days.`,
  );

/**
 * What moved between us and the calling creator within days, as one statement.
 * Throws RECEIPT_NOT_FOUND (nothing moved in them) or PAPERS_TOO_MANY.
 */
export async function statementBetween(ctx: UserCtx, { from, to }: Pick<DocumentFilter, 'from' | 'to'>) {
  const days = { from: from ?? null, to: to ?? null, zone: ctx.env.COMPANY_TIME_ZONE };
  const movements = await listPayoutsBetween(ctx.db, ctx.user.id, days, MAX_TABLE_ROWS);
  if (movements.length === 0) throw new Failure('RECEIPT_NOT_FOUND', 'Nothing was paid out in these days.');
  if (movements.length > MAX_TABLE_ROWS) throw tooMany(MAX_TABLE_ROWS);
  return statementOf(ctx, movements, null, null);
}

/**
 * The statement of one booking's payout, for its creator and for staff.
 * Throws RECEIPT_NOT_FOUND (also when nothing was paid out).
 */
export async function payoutStatementOf(ctx: UserCtx, bookingId: string) {
  const movements = await listPayoutOf(ctx.db, bookingId, readerOf(ctx));
  return statementOf(ctx, movements, null, movements.find(({ code }) => code !== null)?.code ?? null);
}

/**
 * A creator's statement of a month ('2026-03', of the operator's time zone): the caller's own, or for staff that of
 * `creatorId`. Throws RECEIPT_NOT_FOUND (also when nothing moved in it).
 */
export async function monthStatementOf(ctx: UserCtx, input: { month: string; creatorId?: string | undefined }) {
  const creatorId = ctx.user.role === 'admin' ? (input.creatorId ?? ctx.user.id) : ctx.user.id;
  const { month } = input;
  const [movements, coded] = await Promise.all([
    listPayoutsIn(ctx.db, { creatorId, month, zone: ctx.env.COMPANY_TIME_ZONE }),
    findStatementCode(ctx.db, creatorId, month),
  ]);
  return statementOf(ctx, movements, month, coded?.code ?? null);
}

async function statementOf(
  ctx: UserCtx,
  movements: readonly PayoutMovement[],
  month: string | null,
  code: string | null,
) {
  const [first] = movements;
  if (!first) throw new Failure('RECEIPT_NOT_FOUND');
  const lines = movements.map((row) => ({
    number: row.year === null || row.number === null ? null : documentNumber('payout', row.year, row.number),
    at: row.at,
    kind: row.kind,
    bookingId: row.bookingId,
    packageName: row.packageName,
    brandName: row.brandName,
    priceCents: row.priceCents,
    /** Of the statement of one payout only. */
    made: month === null && row.chosen !== null ? priceLines(row) : [],
    amountCents: row.amountCents,
    stripeObjectId: row.stripeObjectId,
  }));
  const { documentId = null } = movements.findLast((row) => row.documentId !== null) ?? {};
  const { facts, ...called } = await findPayee(ctx.db, { creatorId: first.creatorId, documentId });
  const { paidOutCents, takenBackCents } = totalsOf(movements);
  return {
    month,
    number: month === null ? (lines.find(({ number }) => number !== null)?.number ?? null) : null,
    issuedAt: lines.at(-1)?.at ?? first.at,
    check: code === null ? null : checkOf(ctx, code),
    // A month is one of the operator's time zone of today.
    issuer: month === null ? issuerOn(ctx, facts?.issuer) : getIssuer(ctx),
    creator: facts?.creator ?? { ...called, legalName: '', country: '' },
    lines,
    paidOutCents,
    takenBackCents,
    netCents: paidOutCents - takenBackCents,
  };
}
export type Statement = Awaited<ReturnType<typeof statementOf>>;

const totalsOf = (movements: readonly PayoutMovement[]) => ({
  paidOutCents: movements.reduce((sum, { amountCents }) => sum + Math.max(amountCents, 0), 0),
  takenBackCents: movements.reduce((sum, { amountCents }) => sum + Math.max(-amountCents, 0), 0),
});

/**
 * What anybody who holds a paper may know of it by its code: that it is one of ours, and the few things that stand on
 * it anyway; null for a code that no paper has. `refunded`: of receipts, and of the agreements about the same money.
 * Throws TOO_MANY_REQUESTS.
 */
export async function verifyPaper(ctx: Ctx, input: { code: string }) {
  await enforceRateLimit(ctx, 'paper check', ctx.ip);
  const code = parseDocumentCode(input.code);
  if (code === null) return null;
  const row = await findCoded(ctx.db, code);
  if (row) {
    const { kind, year, number, issuedAt, amountCents, givenBackCents, chargedCents } = row;
    return {
      kind,
      number: documentNumber(kind as DocumentKind, year, number),
      day: toDayInZone(issuedAt, row.zone ?? 'UTC'),
      amountCents,
      refunded:
        kind === 'receipt' || kind === 'agreement'
          ? givenBackCents <= 0
            ? ('no' as const)
            : givenBackCents < chargedCents
              ? ('in part' as const)
              : ('in full' as const)
          : null,
    };
  }
  const month = await findCodedMonth(ctx.db, code);
  if (!month) return verifyWork(ctx, code);
  const zone = ctx.env.COMPANY_TIME_ZONE;
  const total = await findPayoutTotal(ctx.db, { ...month, zone });
  if (!total) return null;
  return {
    kind: 'statement' as const,
    number: month.month,
    day: toDayInZone(total.at, zone),
    amountCents: total.netCents,
    refunded: null,
  };
}

/** All that stands on the record of work that has a code: it names one person, who gave it away. */
async function verifyWork(ctx: Ctx, code: string) {
  const record = await findCodedWork(ctx.db, code);
  if (!record) return null;
  const { issuer: _, ...work } = record.facts;
  return { kind: 'work' as const, number: null, day: record.day, amountCents: null, refunded: null, work };
}
