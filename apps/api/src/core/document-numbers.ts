/** The numbers of receipts, credit notes, agreements and payout statements. */
import type { DocumentKind } from '../db/schema.ts';

const NUMBER_PREFIXES: Record<DocumentKind, string> = {
  receipt: 'R',
  payout: 'P',
  credit_note: 'C',
  agreement: 'A',
};

/**
 * The numbers of a kind and year consist of series. Each restore of the database from a backup begins a new one, so
 * that numbers that were issued after the restored time, and that the database therefore does not know, are never
 * issued again. The stored number is the number in the series, plus this figure for each earlier series.
 */
export const NUMBERS_PER_SERIES = 10_000_000;

/** Formats a stored number. 'R-2026-000042' is of the first series, and 'R-2026-2-000042' of the second. */
export function formatDocumentNumber(kind: DocumentKind, year: number, number: number): string {
  const series = Math.floor(number / NUMBERS_PER_SERIES) + 1;
  const numberInSeries = String(number % NUMBERS_PER_SERIES).padStart(6, '0');
  return [NUMBER_PREFIXES[kind], year, ...(series === 1 ? [] : [series]), numberInSeries].join('-');
}

const RECEIPT_NUMBER_PATTERN = /^([RC])-(\d{4})-(?:(\d{1,2})-)?(\d{1,7})$/i;

/** Parses the number of a receipt or credit note. Returns null if the text is no such number. */
export function parseReceiptNumber(
  text: string,
): { kind: 'receipt' | 'credit_note'; year: number; number: number } | null {
  const [, prefix, year, series = '1', number] = RECEIPT_NUMBER_PATTERN.exec(text) ?? [];
  if (prefix === undefined) return null;
  return {
    kind: prefix.toUpperCase() === NUMBER_PREFIXES.receipt ? 'receipt' : 'credit_note',
    year: Number(year),
    number: (Number(series) - 1) * NUMBERS_PER_SERIES + Number(number),
  };
}
