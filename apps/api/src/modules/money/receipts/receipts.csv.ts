import { toDayInZone } from '@marquee/time';
import { toCsv, type CsvFormat } from '@marquee/money';
import {
  getRefundLabel,
  type CreditNote,
  type Receipt,
  type ExportedReceipts,
  type Statement,
} from './receipts.service.ts';

/**
 * Formats a receipt as CSV. Each row is a line of the charge, a tax, the total, a refund, a chargeback or the net
 * amount.
 */
export function formatReceiptCsv(receipt: Receipt, format: CsvFormat): string {
  const { number, bookingId, issuedAt, issuer } = receipt;
  const row = (type: string, date: Date, label: string, cents: number) => [
    number,
    type,
    toDayInZone(date, issuer.zone),
    bookingId,
    label,
    cents,
  ];
  return toCsv(
    [
      ['receipt', 'type', 'date', 'booking', 'description', 'amount_usd'],
      ...receipt.lines.map((line) => row('line', issuedAt, line.label, line.amountCents)),
      ...receipt.taxLines.map((line) => row('tax', issuedAt, `${line.name} ${line.ratePercent}%`, line.amountCents)),
      row('total', issuedAt, 'Charged', receipt.totalCents),
      ...receipt.refunds.map((refund) => row('refund', refund.at, getRefundLabel(refund.kind), refund.amountCents)),
      ...(receipt.chargedBackCents > 0
        ? [row('chargeback', issuedAt, 'Reversed by the card’s bank', receipt.chargedBackCents)]
        : []),
      row('net', issuedAt, 'Paid after refunds', receipt.netCents),
    ],
    format,
  );
}

/** Formats receipts and credit notes as CSV, one row each. */
export const formatReceiptListCsv = (documents: ExportedReceipts, format: CsvFormat): string =>
  toCsv(
    [
      [
        'number',
        'type',
        'date',
        'booking',
        'package',
        'creator',
        'purchase_order',
        'package_price_usd',
        'platform_fee_usd',
        'amount_usd',
        'for_receipt',
      ],
      ...documents.map((document) => {
        const isReceipt = document.kind === 'receipt';
        return [
          document.number,
          document.kind,
          toDayInZone(document.issuedAt, document.zone),
          document.bookingId,
          document.packageName,
          document.creatorName,
          document.purchaseOrder,
          isReceipt ? document.priceCents : '',
          isReceipt ? document.feeCents : '',
          // Credit notes are negative, so that the column adds up to the amount spent.
          isReceipt ? document.amountCents : -document.amountCents,
          isReceipt ? '' : document.receiptNumber,
        ];
      }),
    ],
    format,
  );

/** Formats a credit note as CSV, as one row with the refund and the number of its receipt. */
export const formatCreditNoteCsv = (note: CreditNote, format: CsvFormat): string =>
  toCsv(
    [
      ['credit_note', 'receipt', 'date', 'booking', 'description', 'amount_usd'],
      [
        note.number,
        note.receiptNumber,
        toDayInZone(note.issuedAt, note.issuer.zone),
        note.bookingId,
        note.packageName,
        note.amountCents,
      ],
    ],
    format,
  );

/** Formats a payout statement as CSV, one row per movement. Reversed amounts have a separate column. */
export function formatStatementCsv(statement: Statement, format: CsvFormat): string {
  const day = (at: Date) => toDayInZone(at, statement.issuer.zone);
  return toCsv(
    [
      [
        'statement',
        'date',
        'type',
        'booking',
        'package',
        'brand',
        'package_price_usd',
        'paid_out_usd',
        'reversed_usd',
        'stripe_object',
      ],
      ...statement.lines.map((line) => [
        line.number ?? '',
        day(line.at),
        line.kind,
        line.bookingId,
        line.packageName,
        line.brandName,
        line.priceCents,
        Math.max(line.amountCents, 0),
        Math.max(-line.amountCents, 0),
        line.stripeObjectId ?? '',
      ]),
      ['', day(statement.issuedAt), 'total', '', '', '', '', statement.paidOutCents, statement.takenBackCents, ''],
    ],
    format,
  );
}
