/** Counts searches without results per day, without storing who searched. */
import { DAY_MS } from '@marquee/time';
import type { CreatorSearchInput } from '@marquee/validation';
import type { Deps } from '../../../core/deps.ts';
import { listMissedSearches, upsertUnmatchedSearch } from './missed-searches.sql.ts';

const MAX_COUNTED_CHARACTERS = 60;
const MAX_SEARCHES_PER_DAY = 2_000;
/**
 * Searches that occurred less often are not shown, because a rare search reveals more about a user than about the
 * market.
 */
const MIN_SHOWN_COUNT = 3;
const MAX_SHOWN_SEARCHES = 50;
const SHOWN_DAYS = 30;

/**
 * Maximum number of concurrent writes. If this many are pending, further searches are not counted, so that counting
 * never slows down searches.
 */
const MAX_PENDING_WRITES = 8;
let pendingWrites = 0;

/**
 * Search fields that are not filters. If any other field is set, the search is not counted, because the filter may
 * be the reason for an empty result.
 */
const NON_FILTER_FIELDS: readonly string[] = ['query', 'sort', 'isAsTyped', 'cursor'];

/**
 * Counts a search without results, unless a filter may be the reason. Does not delay the search, and only logs
 * failures.
 */
export function recordUnmatchedSearch(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  search: CreatorSearchInput,
): void {
  const words = toCountedWords(search.query ?? '');
  if (words === null || hasFilters(search) || pendingWrites >= MAX_PENDING_WRITES) return;
  pendingWrites++;
  upsertUnmatchedSearch(db, now().toISOString().slice(0, 10), words, MAX_SEARCHES_PER_DAY)
    .catch((cause: unknown) => log.warn({ err: cause }, 'failed to count a search without results'))
    .finally(() => pendingWrites--);
}

const hasFilters = (search: CreatorSearchInput): boolean =>
  Object.entries(search).some(
    ([name, value]) =>
      !NON_FILTER_FIELDS.includes(name) &&
      value !== undefined &&
      value !== '' &&
      !(Array.isArray(value) && value.length === 0),
  );

/** Patterns of email addresses, URLs, five digits in a row, and phone numbers. */
const PERSONAL_DATA_PATTERNS = [
  /\S@\S/,
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}(?=$|[\s/?#:])/u,
  /\p{N}{5}/u,
  /(\p{N}[\s().+/-]*){7}/u,
];

/** Normalizes and truncates a search text. Returns null if it is empty or may identify a person. */
export function toCountedWords(text: string): string | null {
  const plain = text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
  if (plain === '' || PERSONAL_DATA_PATTERNS.some((pattern) => pattern.test(plain))) return null;
  return Array.from(plain).slice(0, MAX_COUNTED_CHARACTERS).join('').trim();
}

const toDayBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Lists the most frequent searches without results of the last 30 days. Leaves out those that occurred fewer than
 * three times.
 */
export const getMissedSearches = (deps: Deps) =>
  listMissedSearches(deps.db, {
    from: toDayBefore(deps.now(), SHOWN_DAYS - 1),
    to: toDayBefore(deps.now(), 0),
    least: MIN_SHOWN_COUNT,
    most: MAX_SHOWN_SEARCHES,
  });
