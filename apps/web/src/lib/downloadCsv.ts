import { toCsv } from '@marquee/money';
import { queryUtils } from '../trpc.ts';

/** Downloads a table as a CSV file in the format that the user has chosen. Numbers are amounts in cents. */
export async function downloadCsv(rows: readonly (readonly (string | number)[])[], name: string): Promise<void> {
  const format = await queryUtils.receipts.csvFormat.ensureData().catch(() => 'comma' as const);
  const address = URL.createObjectURL(new Blob([toCsv(rows, format)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
