/** A person's figures over time. They are sums of the same rows as the figures on the dashboard. */
import { funnelOf, ORDER_PLACES, placeOf, type Funnel, type OrderPlace } from '@marquee/booking';
import { piecesOfSpan, type Days, type Span } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import { listEarningDays, listSpendingDays, type DayMoved } from './money.sql.ts';
import { countOrders, countViews, listPackageNames, sumOnTheWay, type OrdersAlike } from './orders.sql.ts';
import { countInWork, listPeople, listSpent, sumWorkBought, type WorkBought } from './spending.sql.ts';

/**
 * What moved in some days. Of a creator `cents` is earned and `more` cents paid out; of a brand spent, and bookings.
 */
export interface Moved {
  cents: number;
  more: number;
}

/**
 * The caller's money over a span that ends today: piece by piece, in all, and of the days that it is held against. Days
 * are UTC's.
 */
export async function moneyOverTime(
  ctx: UserCtx,
  { span }: { span: Span },
): Promise<{ pieces: (Days & Moved)[]; total: Moved; before: Days & Moved }> {
  const { pieces, days: within, before } = daysOf(ctx, span);
  const list = ctx.user.userType === 'brand' ? listSpendingDays : listEarningDays;
  const days = await list(ctx.db, ctx.user.id, { from: before.from, to: within.to });
  const summed = pieces.map((piece) => ({ ...piece, ...sumOf(days, piece) }));
  return {
    pieces: summed,
    total: sumOf(days, within),
    before: { ...before, ...sumOf(days, before) },
  };
}

/** The pieces of a span that ends today, all its days, and the days that it is held against. */
function daysOf({ now }: Pick<UserCtx, 'now'>, span: Span): { pieces: Days[]; days: Days; before: Days } {
  const { pieces, before } = piecesOfSpan(span, now().toISOString().slice(0, 10));
  const days = { from: pieces[0]?.from ?? before.from, to: pieces.at(-1)?.to ?? before.to };
  return { pieces, days, before };
}

const sumOf = (days: readonly DayMoved[], { from, to }: Days): Moved =>
  days
    .filter(({ day }) => from <= day && day <= to)
    .reduce((sum, { cents, more }) => ({ cents: sum.cents + cents, more: sum.more + more }), { cents: 0, more: 0 });

/** So many of the newest orders of a span are counted, and so many charged bookings of a brand. */
export const MOST_ORDERS = 5_000;
export const MOST_SPENT = 1_000;

/** So many packages and creators have a row of their own; the others are one. */
const MOST_ROWS = 20;

export interface PackageOrders {
  /** Null: offers, and packages that are deleted. */
  name: string | null;
  places: Record<OrderPlace, number>;
}

/**
 * What became of the orders that brands made from the calling creator in a span that ends today: from the view of the
 * profile to the completed work, beside the span before, and by package. Orders in whose place the same brand made a
 * newer one are left out. `isCapped`: only the newest `MOST_ORDERS` are counted.
 */
export async function ordersOverTime(
  ctx: UserCtx,
  { span }: { span: Span },
): Promise<{
  days: Days;
  views: number;
  funnel: Funnel;
  before: Days & { views: number; funnel: Funnel };
  places: Record<OrderPlace, number>;
  packages: PackageOrders[];
  otherPackages: number;
  isCapped: boolean;
  onTheWay: { bookings: number; cents: number };
}> {
  const { days, before } = daysOf(ctx, span);
  const { id } = ctx.user;
  const [made, madeBefore, views, viewsBefore, onTheWay] = await Promise.all([
    countOrders(ctx.db, id, days, MOST_ORDERS),
    countOrders(ctx.db, id, before, MOST_ORDERS),
    countViews(ctx.db, id, days),
    countViews(ctx.db, id, before),
    sumOnTheWay(ctx.db, id),
  ]);
  const byPackage = [...Map.groupBy(made, ({ packageId }) => packageId)]
    .map(([packageId, orders]) => ({ packageId, places: placesOf(orders), orders: countOf(orders) }))
    .toSorted((one, other) => other.orders - one.orders);
  const shown = byPackage.slice(0, MOST_ROWS);
  const names = await listPackageNames(
    ctx.db,
    id,
    shown.flatMap(({ packageId }) => packageId ?? []),
  );
  return {
    days,
    views,
    funnel: funnelOf(standing(made)),
    before: { ...before, views: viewsBefore, funnel: funnelOf(standing(madeBefore)) },
    places: placesOf(made),
    packages: shown.map(({ packageId, places }) => ({
      name: packageId === null ? null : (names.get(packageId) ?? null),
      places,
    })),
    otherPackages: byPackage.length - shown.length,
    isCapped: countOf(made) === MOST_ORDERS,
    onTheWay,
  };
}

const standing = (orders: readonly OrdersAlike[]) =>
  orders.map((alike) => ({ place: placeOf(alike), count: alike.count }));

const countOf = (orders: readonly OrdersAlike[]): number => orders.reduce((sum, { count }) => sum + count, 0);

function placesOf(orders: readonly OrdersAlike[]): Record<OrderPlace, number> {
  const places = Object.fromEntries(ORDER_PLACES.map((place) => [place, 0])) as Record<OrderPlace, number>;
  for (const { place, count } of standing(orders)) places[place] += count;
  return places;
}

/** What a creator or a category got of a brand's spending, in cents. */
interface Spent {
  bookings: number;
  cents: number;
}

/** Work is counted up to this many bookings of each kind. */
export const MOST_IN_WORK = 99;
/** What was got for the money is counted over this many completed bookings. */
export const LATEST_WORK = 50;

/**
 * What the calling brand's charged bookings of a span that ends today went to: by creator, by category, and what was
 * got for it; and how much is in work now. Bookings count on the day of their acceptance, less what came back, as in
 * `moneyOverTime`. `isCapped`: only the newest `MOST_SPENT` are counted.
 */
export async function spendingOverTime(
  ctx: UserCtx,
  { span }: { span: Span },
): Promise<{
  days: Days;
  total: Spent;
  creators: (Spent & { fullName: string; username: string | null })[];
  otherCreators: number;
  categories: (Spent & { category: string | null })[];
  isCapped: boolean;
  bought: WorkBought;
  inWork: number;
  late: number;
  /** There is more in work than is counted. */
  isAtLeast: boolean;
}> {
  const { days } = daysOf(ctx, span);
  const { id } = ctx.user;
  const [spent, bought, open] = await Promise.all([
    listSpent(ctx.db, id, days, MOST_SPENT),
    sumWorkBought(ctx.db, id, days, LATEST_WORK),
    countInWork(ctx.db, id, ctx.now(), MOST_IN_WORK + 1),
  ]);
  const byCreator = summedBy(spent, ({ creatorId }) => creatorId);
  const creators = byCreator.slice(0, MOST_ROWS);
  const people = await listPeople(
    ctx.db,
    creators.map(({ key }) => key),
  );
  const total = sumSpent(spent);
  return {
    days,
    total,
    creators: creators.map(({ key, bookings, cents }) => {
      const person = people.get(key);
      return {
        fullName: person?.fullName ?? '',
        username: person === undefined || person.isGone ? null : person.username,
        bookings,
        cents,
      };
    }),
    otherCreators: byCreator.length - creators.length,
    categories: summedBy(spent, ({ category }) => category).map(({ key, ...sum }) => ({ category: key, ...sum })),
    isCapped: total.bookings === MOST_SPENT,
    bought,
    ...open,
    isAtLeast: open.inWork > MOST_IN_WORK,
  };
}

const sumSpent = (rows: readonly Spent[]): Spent =>
  rows.reduce((sum, { bookings, cents }) => ({ bookings: sum.bookings + bookings, cents: sum.cents + cents }), {
    bookings: 0,
    cents: 0,
  });

/** Sums by what a key says of each row, the largest first. */
const summedBy = <Row extends Spent, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): (Spent & { key: Key })[] =>
  [...Map.groupBy(rows, keyOf)]
    .map(([key, alike]) => ({ key, ...sumSpent(alike) }))
    .toSorted((one, other) => other.cents - one.cents);
