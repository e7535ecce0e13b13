import { isCalendarDay } from './calendar-day.ts';
import { cursorField, searchField } from './fields.ts';
import { z } from './zod.ts';

const dayParam = z.string().refine(isCalendarDay, 'A day looks like 2026-03-14');

/**
 * What a list of receipts or payouts is narrowed down to. `from` and `to`: days of the operator's time zone, as on the
 * papers, both included. `search`: what is on the paper.
 */
export const documentFilter = z.object({
  from: dayParam.optional(),
  to: dayParam.optional(),
  search: searchField.optional(),
});
export type DocumentFilter = z.infer<typeof documentFilter>;

/** The same as a list's page is asked for. */
export const documentPageInput = documentFilter.extend({ cursor: cursorField });

/** How many receipts or movements one table has room for. */
export const MAX_TABLE_ROWS = 5_000;
/** How many papers one archive has room for: each has to be drawn. */
export const MAX_ARCHIVE_DOCUMENTS = 100;
