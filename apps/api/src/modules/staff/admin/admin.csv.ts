import { toCsv, type CsvFormat } from '@marquee/money';
import type { RevenueMonth } from './revenue.sql.ts';

/** Formats the monthly revenue report as CSV, newest month first. Amounts are in US dollars. */
export const formatRevenueCsv = (months: readonly RevenueMonth[], format: CsvFormat): string =>
  toCsv(
    [
      [
        'month',
        'captured_usd',
        'fees_recognized_usd',
        'refunded_usd',
        'paid_out_usd',
        'reversed_usd',
        'charged_back_usd',
        'chargebacks_won_usd',
        'disputes',
        'held_at_end_usd',
      ],
      ...months.map((row) => [
        row.month,
        row.capturedCents,
        row.feesCents,
        row.refundedCents,
        row.paidOutCents,
        row.reversedCents,
        row.chargedBackCents,
        row.chargebacksWonCents,
        String(row.disputes),
        row.heldCents,
      ]),
    ],
    format,
  );
