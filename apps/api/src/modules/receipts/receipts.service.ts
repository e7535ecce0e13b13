/** Receipts of brands and payout statements of creators: numbered papers whose figures are the ledger's. */
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { afterOf, pageOf } from '../../core/paging.ts';
import type { DocumentKind, LedgerKind } from '../../db/schema.ts';
import {
  findReceipt,
  listPayoutOf,
  listPayoutsIn,
  listReceipts,
  listRefundsOf,
  type PayoutMovement,
  type Reader,
  type ReceiptRow,
} from './receipts.sql.ts';

/** Who issues the documents (COMPANY_NAME, COMPANY_ADDRESS, COMPANY_TAX_ID). */
export interface Company {
  name: string;
  address: string[];
  taxId: string;
}

const companyOf = ({ env }: Deps): Company => ({
  name: env.COMPANY_NAME,
  address: env.COMPANY_ADDRESS.split(';')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  taxId: env.COMPANY_TAX_ID,
});

const PREFIXES: Record<DocumentKind, string> = { receipt: 'R', payout: 'P' };

/** 'R-2026-000042'. */
const documentNumber = (kind: DocumentKind, year: number, number: number): string =>
  `${PREFIXES[kind]}-${year}-${String(number).padStart(6, '0')}`;

const readerOf = ({ user }: UserCtx): Reader => ({ id: user.id, isAdmin: user.role === 'admin' });

/** One rate of tax on a document. None is charged today; the place for it is there. */
interface TaxLine {
  name: string;
  ratePercent: string;
  amountCents: number;
}

/**
 * The receipt for a booking's charge, for its brand and for staff.
 * Fails with RECEIPT_NOT_FOUND (also when nothing was charged).
 */
export async function receiptOf(ctx: UserCtx, bookingId: string) {
  const row = await findReceipt(ctx.db, bookingId, readerOf(ctx));
  if (!row) throw new Failure('RECEIPT_NOT_FOUND');
  const taxLines: TaxLine[] = [];
  return {
    ...headOf(row),
    company: companyOf(ctx),
    billedTo: { name: row.brandName, username: row.brandUsername, email: row.brandEmail, contact: row.customer.name },
    creator: { name: row.creatorName, username: row.creatorUsername },
    lines: [
      { label: row.packageName, amountCents: row.priceCents },
      { label: 'Platform fee', amountCents: row.feeCents },
    ],
    taxLines,
    totalCents: row.chargedCents,
    refunds: await listRefundsOf(ctx.db, bookingId),
    chargedBackCents: row.chargedBackCents,
    netCents: row.chargedCents - row.refundedCents - row.chargedBackCents,
  };
}
/** What a line of what was given back is called. */
export const refundLabel = (kind: LedgerKind): string =>
  kind === 'refund_returned'
    ? 'Refund sent back by the bank'
    : kind === 'refund_replaced'
      ? 'Refunded another way'
      : 'Refunded';

export type Receipt = Awaited<ReturnType<typeof receiptOf>>;

const headOf = (row: ReceiptRow) => ({
  number: documentNumber('receipt', row.year, row.number),
  issuedAt: row.issuedAt,
  bookingId: row.bookingId,
});

/** One page of the calling brand's receipts. */
export async function receiptsPage(ctx: UserCtx, input: { cursor?: string | undefined }) {
  const { items, nextCursor } = pageOf(
    await listReceipts(ctx.db, ctx.user.id, afterOf(input.cursor)),
    (row) => row.issuedAt,
  );
  return {
    items: items.map((row) => ({
      ...headOf(row),
      packageName: row.packageName,
      creatorName: row.creatorName,
      totalCents: row.chargedCents,
      refundedCents: row.refundedCents + row.chargedBackCents,
    })),
    nextCursor,
  };
}

/**
 * The statement of one booking's payout, for its creator and for staff.
 * Fails with RECEIPT_NOT_FOUND (also when nothing was paid out).
 */
export async function payoutStatementOf(ctx: UserCtx, bookingId: string) {
  return statementOf(ctx, await listPayoutOf(ctx.db, bookingId, readerOf(ctx)), null);
}

/**
 * A creator's statement of a month ('2026-03', UTC): the caller's own, or for staff that of `creatorId`.
 * Fails with RECEIPT_NOT_FOUND (also when nothing moved in it).
 */
export async function monthStatementOf(ctx: UserCtx, input: { month: string; creatorId?: string | undefined }) {
  const creatorId = ctx.user.role === 'admin' ? (input.creatorId ?? ctx.user.id) : ctx.user.id;
  return statementOf(ctx, await listPayoutsIn(ctx.db, creatorId, input.month), input.month);
}

function statementOf(ctx: UserCtx, movements: readonly PayoutMovement[], month: string | null) {
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
    amountCents: row.amountCents,
    stripeObjectId: row.stripeObjectId,
  }));
  const paidOutCents = lines.reduce((sum, { amountCents }) => sum + Math.max(amountCents, 0), 0);
  const takenBackCents = lines.reduce((sum, { amountCents }) => sum + Math.max(-amountCents, 0), 0);
  return {
    month,
    number: month === null ? (lines.find(({ number }) => number !== null)?.number ?? null) : null,
    issuedAt: lines.at(-1)?.at ?? first.at,
    company: companyOf(ctx),
    creator: { name: first.creatorName, username: first.creatorUsername, email: first.creatorEmail },
    lines,
    paidOutCents,
    takenBackCents,
    netCents: paidOutCents - takenBackCents,
  };
}
export type Statement = ReturnType<typeof statementOf>;
