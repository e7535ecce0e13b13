/** Keyset pages: a list goes on after the last row that was seen, however many rows came in front of it meanwhile. */

export const PAGE_SIZE = 20;

/** The last row of the page before. */
export interface KeysetCursor {
  at: Date;
  id: string;
}

const KEYSET_CURSOR_PATTERN =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** Where a cursor says to go on; null starts at the beginning, and so does a cursor that is not one of ours. */
export function parseCursor(cursor: string | undefined): KeysetCursor | null {
  const [, time = '', id = ''] = KEYSET_CURSOR_PATTERN.exec(cursor ?? '') ?? [];
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? null : { at, id };
}

/** A page of the rows that were read (one more than it shows, when there are more), and the cursor of the next one. */
export function toPage<T extends { id: string }>(
  rows: readonly T[],
  timeOf: (row: T) => Date,
  size = PAGE_SIZE,
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > size && last ? formatCursor({ at: timeOf(last), id: last.id }) : null };
}

/** The cursor that goes on after a row. */
export const formatCursor = ({ at, id }: KeysetCursor): string => `${at.toISOString()}_${id}`;
