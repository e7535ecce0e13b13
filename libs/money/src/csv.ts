/** Tables for spreadsheets. */
import { formatDecimal } from './cents.ts';

/**
 * What makes a spreadsheet run a cell instead of showing it (safety.md "Input"): also after spaces and breaks, which
 * some drop, at the beginning of any line, which some split, and in full width, which some read as the plain sign.
 */
const FORMULA_PATTERN = /(^|[\r\n\u0085\u2028\u2029])[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|^[\t\r]/u;

/** One cell: a number is cents and becomes dollars; text that would be a formula is prefixed, so that it stays text. */
function toCsvCell(value: string | number): string {
  if (typeof value === 'number') return formatDecimal(value);
  const safe = FORMULA_PATTERN.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180), with a byte order mark: spreadsheets read it as UTF-8 then. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(toCsvCell).join(',')).join('\r\n')}\r\n`;
