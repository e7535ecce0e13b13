import { formatDecimal } from './cents.ts';

/**
 * Matches cells that a spreadsheet would run as a formula (safety.md "Input"). A formula can begin on any line of a
 * cell, after spaces, and with a full-width sign.
 */
const FORMULA_PATTERN = /(^|[\r\n\u0085\u2028\u2029])[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|^[\t\r]/u;

/**
 * Formats a cell. Numbers are cents and become dollars. If a spreadsheet would run a text as a formula, an
 * apostrophe in front prevents that.
 */
function toCsvCell(value: string | number): string {
  if (typeof value === 'number') return formatDecimal(value);
  const safe = FORMULA_PATTERN.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a table as CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(toCsvCell).join(',')).join('\r\n')}\r\n`;
