/**
 * Keyset pagination. The next page of a list starts after the last row of the previous page, even if new rows were
 * added at the top.
 */

export const PAGE_SIZE = 20;

/** The position of the last row of the previous page. */
export interface KeysetCursor {
  at: Date;
  id: string;
}

const KEYSET_CURSOR_PATTERN =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** Parses a cursor. Returns null, which means the start of the list, if the cursor is missing or invalid. */
export function parseCursor(cursor: string | undefined): KeysetCursor | null {
  const [, time = '', id = ''] = KEYSET_CURSOR_PATTERN.exec(cursor ?? '') ?? [];
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? null : { at, id };
}

/**
 * Builds a page from `rows`, with the cursor of the next page. The query must request `size` + 1 rows: if it returns
 * the additional row, there is a next page.
 */
export function toPage<T extends { id: string }>(
  rows: readonly T[],
  timeOf: (row: T) => Date,
  size = PAGE_SIZE,
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > size && last ? formatCursor({ at: timeOf(last), id: last.id }) : null };
}

export const formatCursor = ({ at, id }: KeysetCursor): string => `${at.toISOString()}_${id}`;
