/** The same documents as tables for spreadsheets. */
import { csvOf } from '../../core/csv.ts';
import { refundLabel, type Receipt, type Statement } from './receipts.service.ts';

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
