import { formatDecimal } from './cents.ts';

/**
 * Matches cells that a spreadsheet would run as a formula (safety.md "Input"). A formula can begin on any line of a
 * cell, after spaces, and with a full-width sign.
 */
const FORMULA_PATTERN = /(^|[\r\n\u0085\u2028\u2029])[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|^[\t\r]/u;

/**
 * The formats that spreadsheets expect. In countries that write 1,50 for one and a half, columns are separated by
 * semicolons.
 */
export const CSV_FORMATS = ['comma', 'semicolon'] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];

const SEPARATORS: Record<CsvFormat, string> = { comma: ',', semicolon: ';' };

/**
 * Formats a cell. Numbers are cents and become dollars. If a spreadsheet would run a text as a formula, an
 * apostrophe in front prevents that.
 */
function toCsvCell(value: string | number, format: CsvFormat): string {
  if (typeof value === 'number')
    return format === 'comma' ? formatDecimal(value) : formatDecimal(value).replace('.', ',');
  const safe = FORMULA_PATTERN.test(value) ? `'${value}` : value;
  return /["\r\n]/.test(safe) || safe.includes(SEPARATORS[format]) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a table as CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. */
export const toCsv = (rows: readonly (readonly (string | number)[])[], format: CsvFormat): string =>
  `\uFEFF${rows.map((row) => row.map((cell) => toCsvCell(cell, format)).join(SEPARATORS[format])).join('\r\n')}\r\n`;
