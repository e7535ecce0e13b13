/** The same documents as tables for spreadsheets. */
import { decimal } from '@marquee/money';
import { refundLabel, type Receipt, type Statement } from './receipts.service.ts';

/**
 * What makes a spreadsheet run a cell instead of showing it (safety.md "Input"): also after spaces and breaks, which
 * some drop, at the beginning of any line, which some split, and in full width, which some read as the plain sign.
 */
const FORMULA = /(^|[\r\n\u0085\u2028\u2029])[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|^[\t\r]/u;

/** One cell: a number is cents and becomes dollars; text that would be a formula is prefixed, so that it stays text. */
function cell(value: string | number): string {
  if (typeof value === 'number') return decimal(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180), with a byte order mark: spreadsheets read it as UTF-8 then. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Every row says what it is: a line of the charge, a tax, the total, or what was given back of it. */
export function receiptCsv(receipt: Receipt): string {
  const { number, bookingId, issuedAt } = receipt;
  const row = (type: string, date: Date, label: string, cents: number) => [
    number,
    type,
    dayOf(date),
    bookingId,
    label,
    cents,
  ];
  return csvOf([
    ['receipt', 'type', 'date', 'booking', 'description', 'amount_usd'],
    ...receipt.lines.map((line) => row('line', issuedAt, line.label, line.amountCents)),
    ...receipt.taxLines.map((line) => row('tax', issuedAt, `${line.name} ${line.ratePercent}%`, line.amountCents)),
    row('total', issuedAt, 'Charged', receipt.totalCents),
    ...receipt.refunds.map((refund) => row('refund', refund.at, refundLabel(refund.kind), refund.amountCents)),
    ...(receipt.chargedBackCents > 0
      ? [row('chargeback', issuedAt, "Taken back by the card's bank", receipt.chargedBackCents)]
      : []),
    row('net', issuedAt, 'Paid after refunds', receipt.netCents),
  ]);
}

/** A row per movement; what was taken back has a column of its own. */
export function statementCsv(statement: Statement): string {
  return csvOf([
    [
      'statement',
      'date',
      'type',
      'booking',
      'package',
      'brand',
      'package_price_usd',
      'paid_out_usd',
      'taken_back_usd',
      'stripe_object',
    ],
    ...statement.lines.map((line) => [
      line.number ?? '',
      dayOf(line.at),
      line.kind,
      line.bookingId,
      line.packageName,
      line.brandName,
      line.priceCents,
      Math.max(line.amountCents, 0),
      Math.max(-line.amountCents, 0),
      line.stripeObjectId ?? '',
    ]),
    ['', dayOf(statement.issuedAt), 'total', '', '', '', '', statement.paidOutCents, statement.takenBackCents, ''],
  ]);
}
