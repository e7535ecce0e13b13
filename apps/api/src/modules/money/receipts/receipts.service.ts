/** Creates receipts, credit notes, agreements and payout statements: numbered documents with the ledger's amounts. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { toDayInZone } from '@marquee/time';
import { formatRate, type BookedChoice } from '@marquee/money';
import { MAX_TABLE_ROWS, type DocumentFilter } from '@marquee/validation';
import { isStaff, parseDocumentCode, formatDocumentCode, type WorkspaceId } from '@marquee/contracts';
import { recordDocumentAccess, type RecordedDocument } from '../../../core/admin-actions.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { formatDocumentNumber, parseReceiptNumber } from '../../../core/document-numbers.ts';
import { Failure } from '../../../core/failures.ts';
import { getIssuer, type Issuer } from '../../../core/issuer.ts';
import { parseCursor, formatCursor, PAGE_SIZE, toPage } from '../../../core/paging.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import type { DocumentKind, LedgerKind } from '../../../db/schema.ts';
import {
  findAgreement,
  findDocumentByCode,
  findStatementByCode,
  findPayee,
  findMonthPayoutTotal,
  findSearchResumeCursor,
  findReceipt,
  findStatementCode,
  listPayoutMovementsByBooking,
  listPayoutMovementsBetween,
  listPayoutMovementsInMonth,
  listReceipts,
  listRefundsByBooking,
  type NumberedDocumentRow,
  type PayoutMovement,
  type DocumentReader,
  type ReceiptLine,
  type ReceiptFilter,
} from './receipts.sql.ts';
import { findWorkRecordByCode } from './work-records.sql.ts';

/**
 * Returns what `find` finds for the caller's workspace, or else for staff, whose reading is recorded in the audit log.
 * `getPackageName` returns undefined if nothing was found.
 */
async function findForReader<T>(
  deps: Deps,
  actor: Actor,
  { bookingId, kind }: { bookingId: string; kind: RecordedDocument },
  find: (reader: DocumentReader) => Promise<T>,
  getPackageName: (found: T) => string | undefined,
): Promise<T> {
  const own = await find({ id: actor.workspaceId, isStaff: false });
  if (getPackageName(own) !== undefined || !isStaff(actor)) return own;
  const found = await find({ id: actor.workspaceId, isStaff: true });
  const subjectLabel = getPackageName(found);
  const subject = { subjectKind: 'booking', subjectId: bookingId } as const;
  if (subjectLabel !== undefined) await recordDocumentAccess(deps, actor, { ...subject, subjectLabel }, { kind });
  return found;
}

/**
 * Returns the issuer that is stored with a document. Older documents have none, so they use the current issuer, with
 * dates in UTC.
 */
const resolveIssuer = (deps: Deps, fixed: Issuer | null | undefined): Issuer =>
  fixed ?? { ...getIssuer(deps), zone: 'UTC' };

/** Returns the verification code of a document and the URL where it can be entered. */
export const createDocumentCheck = (deps: Deps, code: string) => ({
  code: formatDocumentCode(code),
  address: `${deps.env.PUBLIC_URL}/verify/${formatDocumentCode(code)}`,
});

/** Returns the number and issue date of a document. */
const toDocumentHead = (row: NumberedDocumentRow) => ({
  number: formatDocumentNumber(row.kind, row.year, row.number),
  issuedAt: row.issuedAt,
});

/** One tax rate on a document. Currently, no tax is charged. */
interface TaxLine {
  name: string;
  ratePercent: string;
  amountCents: number;
}

/** Lists the lines of a booking's price, without the fee. */
export const listPriceLines = ({
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
 * Returns the receipt for a booking's charge. Only the brand and staff can read it. Throws RECEIPT_NOT_FOUND (also
 * if nothing was charged).
 */
export async function getReceipt(deps: Deps, actor: Actor, bookingId: string) {
  const row = await findForReader(
    deps,
    actor,
    { bookingId, kind: 'receipt' },
    (reader) => findReceipt(deps.db, bookingId, 'receipt', reader),
    (found) => found?.packageName,
  );
  if (!row) throw new Failure('RECEIPT_NOT_FOUND');
  const taxLines: TaxLine[] = [];
  const { facts, amountCents: totalCents } = row;
  return {
    ...toDocumentHead(row),
    bookingId,
    check: createDocumentCheck(deps, row.code),
    issuer: resolveIssuer(deps, facts.issuer),
    billedTo: { ...facts.brand, contact: facts.contact },
    purchaseOrder: facts.purchaseOrder,
    creator: facts.creator,
    paidWith: facts.paidWith,
    lines: [...listPriceLines(row), { label: `Platform fee (${formatRate(row.feeBps)})`, amountCents: row.feeCents }],
    taxLines,
    totalCents,
    refunds: (await listRefundsByBooking(deps.db, bookingId)).map(({ year, number, ...refund }) => ({
      ...refund,
      creditNote: year === null || number === null ? null : formatDocumentNumber('credit_note', year, number),
    })),
    chargedBackCents: row.chargedBackCents,
    netCents: totalCents - row.refundedCents - row.chargedBackCents,
    /** True while the platform holds the money. */
    isHeld: row.paymentState === 'held' || row.paymentState === 'disputed',
  };
}
export type Receipt = Awaited<ReturnType<typeof getReceipt>>;

export const getRefundLabel = (kind: LedgerKind): string =>
  kind === 'refund_returned'
    ? 'Refund sent back by the bank'
    : kind === 'refund_replaced'
      ? 'Refunded another way'
      : 'Refunded';

/**
 * Returns the credit note for a booking's refunds. Only the brand and staff can read it. Throws RECEIPT_NOT_FOUND
 * (also if nothing was refunded).
 */
export async function getCreditNote(deps: Deps, actor: Actor, bookingId: string) {
  const row = await findForReader(
    deps,
    actor,
    { bookingId, kind: 'credit note' },
    (reader) => findReceipt(deps.db, bookingId, 'credit_note', reader),
    (found) => found?.packageName,
  );
  if (!row) throw new Failure('RECEIPT_NOT_FOUND');
  const { facts } = row;
  return {
    ...toDocumentHead(row),
    bookingId,
    check: createDocumentCheck(deps, row.code),
    issuer: resolveIssuer(deps, facts.issuer),
    receiptNumber: formatDocumentNumber('receipt', row.receiptYear, row.receiptNumber),
    billedTo: { ...facts.brand, contact: facts.contact },
    purchaseOrder: facts.purchaseOrder,
    creator: facts.creator,
    packageName: row.packageName,
    amountCents: row.amountCents,
    totalCents: row.priceCents + row.feeCents,
  };
}
export type CreditNote = Awaited<ReturnType<typeof getCreditNote>>;

/**
 * Returns the agreement of a booking, which both sides made when the creator accepted. Only both sides and staff can
 * read it. Throws RECEIPT_NOT_FOUND (also before the acceptance).
 */
export async function getAgreement(deps: Deps, actor: Actor, bookingId: string) {
  const row = await findForReader(
    deps,
    actor,
    { bookingId, kind: 'agreement' },
    (reader) => findAgreement(deps.db, bookingId, reader),
    (found) => found?.packageName,
  );
  if (!row) throw new Failure('RECEIPT_NOT_FOUND');
  const { facts, code, id: _, ...agreed } = row;
  return {
    ...agreed,
    ...toDocumentHead(row),
    check: createDocumentCheck(deps, code),
    issuer: resolveIssuer(deps, facts.issuer),
    brand: { ...facts.brand, contact: facts.contact },
    creator: facts.creator,
    purchaseOrder: facts.purchaseOrder,
  };
}
export type Agreement = Awaited<ReturnType<typeof getAgreement>>;

const toReceiptListItem = (row: ReceiptLine) => ({
  ...toDocumentHead(row),
  kind: row.kind === 'credit_note' ? ('credit_note' as const) : ('receipt' as const),
  bookingId: row.bookingId,
  packageName: row.packageName,
  creatorName: row.creatorName,
  clientName: row.clientName,
  /** The amount of this credit note. */
  amountCents: row.amountCents,
  /** The part of the receipt's amount that was refunded or charged back. */
  refundedCents: row.refundedCents + row.chargedBackCents,
  /** The number of the receipt that this credit note corrects. */
  receiptNumber: formatDocumentNumber('receipt', row.receiptYear, row.receiptNumber),
});

/**
 * Converts a brand's filter to the filter of the query. If the search text is a document number, it selects that
 * document. Any other text is searched.
 */
function parseReceiptFilter(deps: Deps, { from, to, search = '' }: DocumentFilter): ReceiptFilter {
  const number = parseReceiptNumber(search);
  return {
    from: from ?? null,
    to: to ?? null,
    zone: deps.env.COMPANY_TIME_ZONE,
    words: search === '' || number !== null ? null : search,
    number,
  };
}

/**
 * Lists the calling brand's receipts and credit notes. With a text search, each page examines a limited number of
 * documents, so a page may be empty although there is a cursor for the next one.
 */
export async function getReceiptsPage(
  deps: Deps,
  actor: Actor,
  { cursor, ...input }: DocumentFilter & { cursor?: string | undefined },
) {
  const filter = parseReceiptFilter(deps, input);
  const after = parseCursor(cursor);
  const { items, nextCursor } = toPage(
    await listReceipts(deps.db, actor.workspaceId, filter, after, PAGE_SIZE),
    (row) => row.issuedAt,
  );
  const looked =
    nextCursor === null && filter.words !== null
      ? await findSearchResumeCursor(deps.db, actor.workspaceId, filter, after)
      : undefined;
  return {
    items: items.map(toReceiptListItem),
    nextCursor: nextCursor ?? (looked === undefined ? null : formatCursor(looked)),
  };
}

/**
 * Lists all receipts and credit notes that match the filter, for an export, newest first. Throws TOO_MANY_REQUESTS, or
 * PAPERS_TOO_MANY if there are more than `most`, or if a text search would examine more than `MAX_SEARCHED_ROWS`.
 */
export async function listReceiptsForExport(deps: Deps, actor: Actor, input: DocumentFilter, most: number) {
  await enforceRateLimit(deps, 'export', actor.id);
  const filter = parseReceiptFilter(deps, input);
  const rows = await listReceipts(deps.db, actor.workspaceId, filter, null, most);
  const isMore =
    rows.length > most ||
    (filter.words !== null && (await findSearchResumeCursor(deps.db, actor.workspaceId, filter, null)) !== undefined);
  if (isMore) throw createTooManyDocumentsFailure(most);
  return rows.map((row) => ({
    ...toReceiptListItem(row),
    zone: row.zone ?? 'UTC',
    purchaseOrder: row.purchaseOrder,
    priceCents: row.priceCents,
    feeCents: row.feeCents,
  }));
}
export type ExportedReceipts = Awaited<ReturnType<typeof listReceiptsForExport>>;

const createTooManyDocumentsFailure = (most: number) =>
  new Failure(
    'PAPERS_TOO_MANY',
    `A download can contain at most ${most.toLocaleString('en-US')} documents. Please choose a shorter period.`,
  );

/**
 * Returns one statement with all of the caller's movements from `from` to `to`. Throws RECEIPT_NOT_FOUND (no
 * movements), PAPERS_TOO_MANY or TOO_MANY_REQUESTS.
 */
export async function getStatementBetween(deps: Deps, actor: Actor, { from, to }: Pick<DocumentFilter, 'from' | 'to'>) {
  await enforceRateLimit(deps, 'export', actor.id);
  const days = { from: from ?? null, to: to ?? null, zone: deps.env.COMPANY_TIME_ZONE };
  const movements = await listPayoutMovementsBetween(deps.db, actor.workspaceId, days, MAX_TABLE_ROWS);
  if (movements.length === 0) throw new Failure('RECEIPT_NOT_FOUND', 'Nothing was paid out in this period.');
  if (movements.length > MAX_TABLE_ROWS) throw createTooManyDocumentsFailure(MAX_TABLE_ROWS);
  return createStatement(deps, movements, null, null);
}

/**
 * Returns the statement of a booking's payout. Only its payee and staff can read it. Staff get the statement of the
 * payee with the first payout. Throws RECEIPT_NOT_FOUND (also if nothing was paid out).
 */
export async function getPayoutStatement(deps: Deps, actor: Actor, bookingId: string) {
  const all = await findForReader(
    deps,
    actor,
    { bookingId, kind: 'payout statement' },
    (reader) => listPayoutMovementsByBooking(deps.db, bookingId, reader),
    ([first]) => first?.packageName,
  );
  const movements = all.filter(({ creatorId }) => creatorId === all[0]?.creatorId);
  return createStatement(deps, movements, null, movements.find(({ code }) => code !== null)?.code ?? null);
}

/**
 * Returns the statement of a month ('2026-03', in the operator's time zone). Creators get their own statement, and
 * staff get that of `creatorId`. Throws RECEIPT_NOT_FOUND (also if the month has no movements).
 */
export async function getMonthStatement(
  deps: Deps,
  actor: Actor,
  input: { month: string; creatorId?: WorkspaceId | undefined },
) {
  const creatorId = isStaff(actor) ? (input.creatorId ?? actor.workspaceId) : actor.workspaceId;
  const { month } = input;
  const [movements, coded] = await Promise.all([
    listPayoutMovementsInMonth(deps.db, { creatorId, month, zone: deps.env.COMPANY_TIME_ZONE }),
    findStatementCode(deps.db, creatorId, month),
  ]);
  const statement = await createStatement(deps, movements, month, coded?.code ?? null);
  if (creatorId !== actor.workspaceId)
    await recordDocumentAccess(
      deps,
      actor,
      { subjectKind: 'user', subjectId: creatorId, subjectLabel: statement.creator.name },
      { kind: 'payout statement', name: month },
    );
  return statement;
}

async function createStatement(
  deps: Deps,
  movements: readonly PayoutMovement[],
  month: string | null,
  code: string | null,
) {
  const [first] = movements;
  if (!first) throw new Failure('RECEIPT_NOT_FOUND');
  const lines = movements.map((row) => ({
    number: row.year === null || row.number === null ? null : formatDocumentNumber('payout', row.year, row.number),
    at: row.at,
    kind: row.kind,
    bookingId: row.bookingId,
    packageName: row.packageName,
    brandName: row.brandName,
    priceCents: row.priceCents,
    /** Empty on monthly statements and for packages without options. */
    made: month === null && row.chosen !== null ? listPriceLines(row) : [],
    amountCents: row.amountCents,
    agency: row.agency,
    stripeObjectId: row.stripeObjectId,
  }));
  const { documentId = null } = movements.findLast((row) => row.documentId !== null) ?? {};
  const { facts, ...called } = await findPayee(deps.db, { creatorId: first.creatorId, documentId });
  const { paidOutCents, takenBackCents } = sumMovements(movements);
  return {
    month,
    number: month === null ? (lines.find(({ number }) => number !== null)?.number ?? null) : null,
    issuedAt: lines.at(-1)?.at ?? first.at,
    check: code === null ? null : createDocumentCheck(deps, code),
    // A monthly statement uses the operator's current time zone.
    issuer: month === null ? resolveIssuer(deps, facts?.issuer) : getIssuer(deps),
    creator: facts?.creator ?? { ...called, legalName: '', country: '' },
    lines,
    paidOutCents,
    takenBackCents,
    netCents: paidOutCents - takenBackCents,
  };
}
export type Statement = Awaited<ReturnType<typeof createStatement>>;

const sumMovements = (movements: readonly PayoutMovement[]) => ({
  paidOutCents: movements.reduce((sum, { amountCents }) => sum + Math.max(amountCents, 0), 0),
  takenBackCents: movements.reduce((sum, { amountCents }) => sum + Math.max(-amountCents, 0), 0),
});

/**
 * Looks up a verification code and returns a few details that the document also shows, or null for an unknown code.
 * `refunded` is set for receipts, and for agreements about the same charge. Throws TOO_MANY_REQUESTS.
 */
export async function verifyDocument(ctx: Ctx, input: { code: string }) {
  await enforceRateLimit(ctx.deps, 'document check', ctx.request.ip);
  const code = parseDocumentCode(input.code);
  if (code === null) return null;
  const row = await findDocumentByCode(ctx.deps.db, code);
  if (row) {
    const { kind, year, number, issuedAt, amountCents, givenBackCents, chargedCents } = row;
    return {
      kind,
      number: formatDocumentNumber(kind as DocumentKind, year, number),
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
  const month = await findStatementByCode(ctx.deps.db, code);
  if (!month) return verifyWorkRecord(ctx.deps, code);
  const zone = ctx.deps.env.COMPANY_TIME_ZONE;
  const total = await findMonthPayoutTotal(ctx.deps.db, { ...month, zone });
  if (!total) return null;
  return {
    kind: 'statement' as const,
    number: month.month,
    day: toDayInZone(total.at, zone),
    amountCents: total.netCents,
    refunded: null,
  };
}

/**
 * Returns a work record by its verification code. Includes its whole content, because it concerns only the creator,
 * who published it.
 */
async function verifyWorkRecord(deps: Deps, code: string) {
  const record = await findWorkRecordByCode(deps.db, code);
  if (!record) return null;
  const { issuer: _, ...work } = record.facts;
  return { kind: 'work' as const, number: null, day: record.day, amountCents: null, refunded: null, work };
}
