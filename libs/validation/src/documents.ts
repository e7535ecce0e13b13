import { isCalendarDay } from '@marquee/time';
import { cursorField, searchField } from './fields.ts';
import { z } from './zod.ts';

const dayParam = z.string().refine(isCalendarDay, 'Enter the day in the form 2026-03-14');

/**
 * Filters for receipts or payouts. `from` and `to` are days, both inclusive, in the operator's time zone, because
 * the dates on documents are in that zone. `search` searches the text of the documents.
 */
export const documentFilter = z.object({
  from: dayParam.optional(),
  to: dayParam.optional(),
  search: searchField.optional(),
});
export type DocumentFilter = z.infer<typeof documentFilter>;

export const documentPageInput = documentFilter.extend({ cursor: cursorField });

/** Maximum number of rows in one CSV file. */
export const MAX_TABLE_ROWS = 5_000;
/** Maximum number of documents in one archive. The limit is low, because the server has to render each document. */
export const MAX_ARCHIVE_DOCUMENTS = 100;
