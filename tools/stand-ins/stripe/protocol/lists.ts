import type { Table } from '../store/store.ts';
import type { Call } from './call.ts';
import { createParameterError, createMissingError } from './errors.ts';
import { integer, text } from './params.ts';
import type { Parsed, Range } from './params.ts';

export const listParams = { limit: integer({ min: 1, max: 100 }), starting_after: text(), ending_before: text() };

/**
 * Objects for a list endpoint. `ids` are in order of creation, but the endpoint returns the newest first, as Stripe
 * does.
 */
interface ListSource<T> {
  call: Call;
  params: Parsed<typeof listParams> & { created?: Range | undefined };
  url: string;
  /** Kind of object in the message `No such …`, if a cursor is unknown. */
  kind: string;
  ids: readonly string[];
  get: (id: string) => T | undefined;
  keep?: (object: T) => boolean;
  show?: (object: T) => unknown;
}

/** Returns one page of at most `limit` objects (10 by default), after `starting_after` or before `ending_before`. */
export function answerList<T extends { created?: number }>(listing: ListSource<T>): unknown {
  const { params, ids, get, keep, show } = listing;
  const { starting_after, ending_before, created } = params;
  if (starting_after !== undefined && ending_before !== undefined) {
    throw createParameterError(
      'You may only specify one of these parameters: starting_after, ending_before.',
      'starting_after',
    );
  }
  const limit = params.limit ?? 10;
  const backwards = ending_before !== undefined;
  const cursor = starting_after ?? ending_before;
  let at = ids.length - 1;
  if (cursor !== undefined) {
    const cursorIndex = ids.lastIndexOf(cursor);
    if (cursorIndex === -1)
      throw createMissingError(
        listing.kind,
        cursor.slice(0, 100),
        backwards ? 'ending_before' : 'starting_after',
        false,
      );
    at = backwards ? cursorIndex + 1 : cursorIndex - 1;
  }
  const monotone = listing.call.store.clock.monotone;
  const page: T[] = [];
  let more = false;
  for (; at >= 0 && at < ids.length; at += backwards ? 1 : -1) {
    const object = get(ids[at] ?? '');
    if (object === undefined) continue;
    if (created !== undefined) {
      const when = object.created ?? 0;
      const tooOld = when < created.gte || when <= created.gt;
      // The list starts with the newest object and the clock was never moved back, so all remaining objects are too
      // old.
      if (tooOld && monotone && !backwards) break;
      if (tooOld || when >= created.lt || when > created.lte) continue;
    }
    if (keep !== undefined && !keep(object)) continue;
    if (page.length === limit) {
      more = true;
      break;
    }
    page.push(object);
  }
  if (backwards) page.reverse();
  return { object: 'list', data: show === undefined ? page : page.map(show), has_more: more, url: listing.url };
}

interface TableListSource<T extends { id: string }> extends Omit<ListSource<T>, 'ids' | 'get'> {
  table: Table<T>;
  /** Value that an object must have in each index of the table. Undefined accepts any value. */
  by?: Record<string, string | undefined>;
}

export function answerTable<T extends { id: string; created?: number }>(listing: TableListSource<T>): unknown {
  const { table, by = {}, keep, ...rest } = listing;
  const usedIndexes = Object.entries(by).flatMap(([index, key]) => (key === undefined ? [] : [{ index, key }]));
  const [first] = usedIndexes;
  return answerList({
    ...rest,
    ids: first === undefined ? table.order : table.ids(first.index, first.key),
    get: (id) => table.byId.get(id),
    keep: (object) =>
      usedIndexes.every(({ index, key }) => table.keyOf(index, object) === key) && (keep === undefined || keep(object)),
  });
}
