import { cents, priceWithin, quote } from '@marquee/money';
import type { CreatorSearch, CreatorSearchInput } from '@marquee/validation';
import type { Ctx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import type { Db } from '../../db/schema.ts';
import { availabilityByIds, availabilityOfCreators } from '../availability/availability.service.ts';
import { clocksOf, proofsOf, shownRating, withEvidence } from '../profiles/profiles.service.ts';
import { shownTerms } from '../terms/terms.service.ts';
import { correctedWords } from './spelling.service.ts';
import {
  countCreators,
  findNewestArrival,
  findQuery,
  listArrivals,
  listCreators,
  listPackagesToCompare,
  type Found,
  type Listed,
  type Place,
  type Search,
} from './discovery.sql.ts';

const PAGE_SIZE = 24;
/** Up to here results are counted; above it is 'more than'. */
export const COUNTED = 1_000;

/**
 * One page of the creators that a search finds, each with the package that fits it best, and on the first page how many
 * there are (`atLeast`: there are more than were counted). A page never repeats or skips one because of those that were
 * added meanwhile. A cursor that is not one of this order starts at the beginning.
 */
export async function findCreators(ctx: Ctx, input: CreatorSearchInput) {
  const { feeBps } = await shownTerms(ctx);
  const asked = searchOf(input, feeBps, ctx.now());
  const after = decodeCursor(input.cursor, asked.sort);
  const { rows, counted, spelling } =
    asked.words === null ? await browse(ctx, asked, after) : await findOrCorrect(ctx, asked, after, input.isAsTyped);
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const availability = await availabilityOfCreators(ctx, page);
  const items = page.map((found) => ({
    ...listed(quoted(shown(found), feeBps)),
    /** Null: has set nothing, and can always be booked. */
    availability: availability.get(found.id) ?? null,
  }));
  return {
    items: asked.sort === 'match' && asked.words === null ? items.toSorted(byPromise) : items,
    total: counted === null ? null : { count: Math.min(counted, COUNTED), atLeast: counted > COUNTED },
    nextCursor: rows.length > PAGE_SIZE && last ? encodeCursor(asked.sort, last) : null,
    spelling,
  };
}

/** On a page of “Best match”, creators below this rating come after the others. */
const LOW_RATING = 3.5;

/**
 * Orders the creators of one page of “Best match”: those who can be booked now come first, and those with low ratings
 * last. Creators who are alike in that keep the order of the whole list, which counts completed bookings and ratings
 * (`creator_listing.match_rank`). Only the page is put in order, because availability depends on the current time and
 * on the bookings of every creator, so no index can have it.
 */
const byPromise = (one: Promising, other: Promising): number => demerits(one) - demerits(other);

interface Promising {
  availability: { state: 'free' | 'full' | 'away' } | null;
  rating: number;
  reviewCount: number;
}

const demerits = ({ availability, rating, reviewCount }: Promising): number =>
  (availability !== null && availability.state !== 'free' ? 2 : 0) + (reviewCount > 0 && rating < LOW_RATING ? 1 : 0);

interface Page {
  rows: Listed[];
  /** On the first page: how many there are. */
  counted: number | null;
  /** What somebody may have meant to type; `isShown`: it is what was found, since the text itself finds nobody. */
  spelling: { query: string; isShown: boolean } | null;
}

/** Without text: the page, and on the first one how many there are. */
async function browse(ctx: Ctx, search: Search, after: Place | null): Promise<Page> {
  const [{ rows }, counted] = await Promise.all([
    listCreators(ctx.db, search, 'all', after, PAGE_SIZE),
    after === null ? countCreators(ctx.db, search, COUNTED) : null,
  ]);
  return { rows, counted, spelling: null };
}

/**
 * With text. Where its first page finds few, words that nobody uses are taken for mistakes: of nobody found the
 * corrected search is shown instead, of some it is only named. Further pages of a corrected search are asked for by its
 * words.
 */
async function findOrCorrect(ctx: Ctx, asked: Search, after: Place | null, isAsTyped = false): Promise<Page> {
  const found = await find(ctx, asked, after);
  if (isAsTyped || found.counted === null || found.counted >= PAGE_SIZE) return found;
  const words = await correctedWords(ctx.db, asked.words ?? []);
  if (words === null) return found;
  const meant = { ...asked, words, query: await findQuery(ctx.db, words) };
  const query = words.join(' ');
  if (found.counted === 0) {
    const instead = await find(ctx, meant, null);
    return instead.rows.length === 0 ? found : { ...instead, spelling: { query, isShown: true } };
  }
  const isBetter = (await countCreators(ctx.db, meant, COUNTED)) > found.counted;
  return isBetter ? { ...found, spelling: { query, isShown: false } } : found;
}

/** With text: when its words find less than a page, names that are nearly it are found as well. */
async function find(ctx: Ctx, asked: Search, after: Place | null): Promise<Page> {
  const search = { ...asked, query: await findQuery(ctx.db, asked.words ?? []) };
  const list = (matches: 'few' | 'many') => listCreators(ctx.db, search, matches, after, PAGE_SIZE);
  // Whatever is ranked is counted with it.
  const ranked = search.sort === 'match' ? await list('many') : null;
  const count = ranked?.total ?? (await countCreators(ctx.db, search, COUNTED));
  const isFew = count < PAGE_SIZE;
  const { rows, total } = isFew ? await list('few') : (ranked ?? (await list('many')));
  const counted = after === null ? (isFew ? (total ?? 0) : count) : null;
  return { rows, counted, spelling: null };
}

/**
 * What has come up for sale since a look (`afterSeq`) and fits a saved search, at most `limit` creators, the most
 * proven first; each with what a brand pays for the package that is new.
 */
export async function newMatches(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  input: CreatorSearch,
  since: Parameters<typeof listArrivals>[2],
) {
  const { feeBps } = await shownTerms({ db, env });
  const asked = searchOf(input, feeBps, now());
  const search = asked.words === null ? asked : { ...asked, query: await findQuery(db, asked.words) };
  return (await listArrivals(db, search, since)).map((found) => quoted(shown(found), feeBps));
}

/** How far arrivals are now: what comes later is after this number. */
export const newestArrival = (db: Db): Promise<number> => findNewestArrival(db);

const MAX_WORDS = 8;

/** A search as the database takes it; what text means is looked up by `findQuery`. */
export function searchOf(input: CreatorSearch, feeBps: number, now: Date): Search {
  // As documents are: signs of full width and marks of their own become the usual letters.
  const text = (input.query ?? '').normalize('NFKC').trim();
  return {
    words: text === '' ? null : (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS),
    query: null,
    categories: some(input.categories),
    platforms: some(input.platforms),
    language: input.language ?? null,
    minFollowers: input.minFollowers ?? null,
    maxFollowers: input.maxFollowers ?? null,
    // A budget is what the brand pays: price and fee. The lowest
    // price whose total reaches it is one above the highest below it.
    minPriceCents:
      input.minBudget === undefined || input.minBudget === 0
        ? null
        : priceWithin(cents(input.minBudget * 100 - 1), feeBps) + 1,
    maxPriceCents: input.maxBudget === undefined ? null : priceWithin(cents(input.maxBudget * 100), feeBps),
    maxDays: input.maxDays ?? null,
    startsBy: input.startsBy === undefined ? null : { day: input.startsBy, now },
    minTenths: input.minRating === undefined ? null : Math.round(input.minRating * 10),
    place: (input.place ?? '').trim() === '' ? null : (input.place ?? ''),
    sort: input.sort ?? 'match',
  };
}

const some = <T>(list: readonly T[] | undefined) => (list === undefined || list.length === 0 ? null : list);

const encodeCursor = (sort: Search['sort'], { first, second, id }: Place) =>
  Buffer.from(`${sort}:${first}:${second}:${id}`).toString('base64url');

const CURSOR = /^([a-z_]+):(-?\d{1,15}):(\d{1,15}):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

function decodeCursor(cursor: string | undefined, sort: Search['sort']): Place | null {
  const [, ofSort, first, second, id = ''] = CURSOR.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? [];
  return ofSort === sort ? { first: Number(first), second: Number(second), id } : null;
}

/** How a list shows a creator with a package; no e-mail is in it. */
export function shown({ card, offer, completedBookings }: Found) {
  const { packageId, packageName, priceCents, deliveryDays, features, isPopular, pricesVary = false } = offer;
  const { ratingTenths, ...rest } = card;
  return {
    ...rest,
    completedBookings,
    rating: shownRating(ratingTenths),
    package: { id: packageId, name: packageName, deliveryDays, features, isPopular, priceCents, pricesVary },
  };
}

/** So many pictures a card has place for. */
const LISTED_PICTURES = 3;

/** Without what no card of a long list shows: a page carries each of them twice, as markup and as data. */
function listed<T extends ReturnType<typeof shown>>({ pictures, platforms, package: offer, ...item }: T) {
  const { features: _, ...pack } = offer as T['package'];
  return {
    ...item,
    pictures: pictures.slice(0, LISTED_PICTURES).map(({ url, width }) => ({ url, width })),
    platforms: platforms.map(({ platform, followers }) => ({ platform, followers })),
    package: pack,
  };
}

/** The same with what the brand would pay. */
export const quoted = <P extends { priceCents: number }, T extends { package: P }>(item: T, feeBps: number) => ({
  ...item,
  package: { ...item.package, ...quote(cents(item.package.priceCents), feeBps) },
});

/** Packages to put side by side, in the order asked for. Those that are gone or inactive are left out. */
export async function comparePackages(ctx: Ctx, ids: readonly string[]) {
  const { feeBps } = await shownTerms(ctx);
  const items = (await listPackagesToCompare(ctx.db, [...new Set(ids)])).map((found) => quoted(shown(found), feeBps));
  if (items.length === 0) return [];
  const creatorIds = [...new Set(items.map(({ id }) => id))];
  const [clocks, proofs, availability] = await Promise.all([
    clocksOf(ctx, creatorIds),
    proofsOf(ctx, creatorIds),
    availabilityByIds(ctx, creatorIds),
  ]);
  return items.map((item) => ({
    ...withEvidence({ ...item, proofs: proofs.get(item.id) ?? [] }, ctx.now()),
    clock: clocks.get(item.id) ?? null,
    availability: availability.get(item.id) ?? null,
  }));
}
