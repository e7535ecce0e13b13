/** What people searched for and nobody offers: counted by the day, without who asked. */
import { DAY_MS } from '@marquee/booking';
import type { CreatorSearchInput } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { listMissedSearches, upsertUnmatchedSearch } from './missed-searches.sql.ts';

const MAX_COUNTED_CHARACTERS = 60;
const MAX_SEARCHES_PER_DAY = 2_000;
/** What was typed once or twice says more about who typed it than about what is missing. */
const MIN_SHOWN_COUNT = 3;
const MAX_SHOWN_SEARCHES = 50;
const SHOWN_DAYS = 30;

/** So many may wait for the database; more are not counted, so that searches never queue up behind them. */
const MAX_PENDING_WRITES = 8;
let pendingWrites = 0;

/** What a search may say besides its words without any of it being a reason that nobody was found. */
const NON_FILTER_FIELDS: readonly string[] = ['query', 'sort', 'isAsTyped', 'cursor'];

/**
 * Notes a search that found nobody, when its words alone are why. Nobody waits for it, and when it fails only the log
 * says so.
 */
export function recordUnmatchedSearch(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  search: CreatorSearchInput,
): void {
  const words = toCountedWords(search.query ?? '');
  if (words === null || hasFilters(search) || pendingWrites >= MAX_PENDING_WRITES) return;
  pendingWrites++;
  upsertUnmatchedSearch(db, now().toISOString().slice(0, 10), words, MAX_SEARCHES_PER_DAY)
    .catch((cause: unknown) => log.warn({ err: cause }, 'a search without a result was not counted'))
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

/** An e-mail address, an address on the web, five digits in a row, or a telephone number with its spaces. */
const PERSONAL_DATA_PATTERNS = [
  /\S@\S/,
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}(?=$|[\s/?#:])/u,
  /\p{N}{5}/u,
  /(\p{N}[\s().+/-]*){7}/u,
];

/** Searched words as they are counted; null: there are none, or they may say who somebody is. */
export function toCountedWords(text: string): string | null {
  const plain = text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
  if (plain === '' || PERSONAL_DATA_PATTERNS.some((pattern) => pattern.test(plain))) return null;
  return Array.from(plain).slice(0, MAX_COUNTED_CHARACTERS).join('').trim();
}

const toDayBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

/** What was searched for in vain in the last thirty days, at least three times; the most frequent first. */
export const getMissedSearches = (ctx: UserCtx) =>
  listMissedSearches(ctx.db, {
    from: toDayBefore(ctx.now(), SHOWN_DAYS - 1),
    to: toDayBefore(ctx.now(), 0),
    least: MIN_SHOWN_COUNT,
    most: MAX_SHOWN_SEARCHES,
  });
