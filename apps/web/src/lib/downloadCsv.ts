import { toCsv } from '@marquee/money';
import { queryUtils } from '../trpc.ts';
import { downloadText } from './downloadText.ts';

/** Downloads a table as a CSV file in the format that the user has chosen. Numbers are amounts in cents. */
export async function downloadCsv(rows: readonly (readonly (string | number)[])[], name: string): Promise<void> {
  const format = await queryUtils.receipts.csvFormat.ensureData().catch(() => 'comma' as const);
  downloadText(toCsv(rows, format), name, 'text/csv');
}
