/** Computes a user's earnings, orders and spending over time, from the same database rows as the dashboard. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { computeFunnel, ORDER_STAGES, getOrderStage, type Funnel, type OrderStage } from '@marquee/booking';
import { listIntervals, type DayRange, type Period } from '@marquee/validation';
import { listEarningDays, listSpendingDays, type MoneyDay } from './money.sql.ts';
import {
  listOrderGroups,
  countViewsInPeriod,
  listPackageNames,
  sumUnpaidEarnings,
  type OrderGroup,
} from './orders.sql.ts';
import { countWorkInProgress, listUsersByIds, listSpending, sumWorkBought, type WorkBought } from './spending.sql.ts';

/**
 * Money totals for a range of days. For a creator, `cents` is the amount earned, and `more` is the amount paid out
 * in cents. For a brand, `cents` is the amount spent, and `more` is the number of paid bookings.
 */
export interface MoneyTotals {
  cents: number;
  more: number;
}

/**
 * Returns the caller's earnings (creator) or spending (brand) over a period that ends today. The amounts are given
 * per interval, in total, and in total for the preceding period. Days are UTC days.
 */
export async function moneyOverTime(
  deps: Deps,
  actor: Actor,
  { span }: { span: Period },
): Promise<{ pieces: (DayRange & MoneyTotals)[]; total: MoneyTotals; before: DayRange & MoneyTotals }> {
  const { pieces, days: within, before } = getPeriodDays(deps, span);
  const list = actor.userType === 'brand' ? listSpendingDays : listEarningDays;
  const days = await list(deps.db, actor.workspaceId, { from: before.from, to: within.to });
  const summed = pieces.map((piece) => ({ ...piece, ...sumMoneyDays(days, piece) }));
  return {
    pieces: summed,
    total: sumMoneyDays(days, within),
    before: { ...before, ...sumMoneyDays(days, before) },
  };
}

/** Returns the intervals and the day range of a period that ends today, and the preceding period. */
function getPeriodDays(
  { now }: Pick<Deps, 'now'>,
  span: Period,
): { pieces: DayRange[]; days: DayRange; before: DayRange } {
  const { pieces, before } = listIntervals(span, now().toISOString().slice(0, 10));
  const days = { from: pieces[0]?.from ?? before.from, to: pieces.at(-1)?.to ?? before.to };
  return { pieces, days, before };
}

const sumMoneyDays = (days: readonly MoneyDay[], { from, to }: DayRange): MoneyTotals =>
  days
    .filter(({ day }) => from <= day && day <= to)
    .reduce((sum, { cents, more }) => ({ cents: sum.cents + cents, more: sum.more + more }), { cents: 0, more: 0 });

/** Maximum number of a creator's orders that are counted per period. The latest ones are used. */
export const MAX_ORDERS_COUNTED = 5_000;
/** Maximum number of a brand's charged bookings that are counted per period. The latest ones are used. */
export const MAX_SPENDING_BOOKINGS = 1_000;

/** Maximum number of packages or creators that a report lists. The report contains only the number of the others. */
const MAX_REPORT_ROWS = 20;

export interface PackageOrders {
  /** Null for orders from offers, and if the package was deleted. */
  name: string | null;
  places: Record<OrderStage, number>;
}

/**
 * Returns the funnel of the calling creator's orders over a period that ends today, from profile view to completed
 * work, by package and compared with the preceding period. Leaves out orders that the same brand replaced with a
 * newer order. `isCapped` means that the creator had more orders and only the latest `MAX_ORDERS_COUNTED` are
 * counted.
 */
export async function ordersOverTime(
  deps: Deps,
  actor: Actor,
  { span }: { span: Period },
): Promise<{
  days: DayRange;
  views: number;
  funnel: Funnel;
  before: DayRange & { views: number; funnel: Funnel };
  places: Record<OrderStage, number>;
  packages: PackageOrders[];
  otherPackages: number;
  isCapped: boolean;
  onTheWay: { bookings: number; cents: number };
}> {
  const { days, before } = getPeriodDays(deps, span);
  const { workspaceId: id } = actor;
  const [ordersMade, ordersMadeBefore, views, viewsBefore, onTheWay] = await Promise.all([
    listOrderGroups(deps.db, id, days, MAX_ORDERS_COUNTED),
    listOrderGroups(deps.db, id, before, MAX_ORDERS_COUNTED),
    countViewsInPeriod(deps.db, id, days),
    countViewsInPeriod(deps.db, id, before),
    sumUnpaidEarnings(deps.db, id),
  ]);
  const byPackage = [...Map.groupBy(ordersMade, ({ packageId }) => packageId)]
    .map(([packageId, orders]) => ({ packageId, places: countOrdersByStage(orders), orders: sumOrderCounts(orders) }))
    .toSorted((one, other) => other.orders - one.orders);
  const shownPackages = byPackage.slice(0, MAX_REPORT_ROWS);
  const names = await listPackageNames(
    deps.db,
    id,
    shownPackages.flatMap(({ packageId }) => packageId ?? []),
  );
  return {
    days,
    views,
    funnel: computeFunnel(toStageCounts(ordersMade)),
    before: { ...before, views: viewsBefore, funnel: computeFunnel(toStageCounts(ordersMadeBefore)) },
    places: countOrdersByStage(ordersMade),
    packages: shownPackages.map(({ packageId, places }) => ({
      name: packageId === null ? null : (names.get(packageId) ?? null),
      places,
    })),
    otherPackages: byPackage.length - shownPackages.length,
    isCapped: sumOrderCounts(ordersMade) === MAX_ORDERS_COUNTED,
    onTheWay,
  };
}

const toStageCounts = (orders: readonly OrderGroup[]) =>
  orders.map((alike) => ({ place: getOrderStage(alike), count: alike.count }));

const sumOrderCounts = (orders: readonly OrderGroup[]): number => orders.reduce((sum, { count }) => sum + count, 0);

function countOrdersByStage(orders: readonly OrderGroup[]): Record<OrderStage, number> {
  const places = Object.fromEntries(ORDER_STAGES.map((place) => [place, 0])) as Record<OrderStage, number>;
  for (const { place, count } of toStageCounts(orders)) places[place] += count;
  return places;
}

/** A brand's bookings with one creator or in one category, and their cost. */
interface SpendingSum {
  bookings: number;
  cents: number;
}

/** Maximum number of bookings in progress that are counted per status. */
export const MAX_IN_WORK_COUNTED = 99;
/** Maximum number of completed bookings whose deliverables and views are counted. The latest ones are used. */
export const MAX_WORK_BOUGHT_BOOKINGS = 50;

/**
 * Returns the calling brand's spending over a period that ends today: by creator, by category, the work received,
 * and the work in progress. Bookings count on the day of their acceptance, minus refunds, as in `moneyOverTime`.
 * `isCapped` means that only the latest `MAX_SPENDING_BOOKINGS` are counted.
 */
export async function spendingOverTime(
  deps: Deps,
  actor: Actor,
  { span }: { span: Period },
): Promise<{
  days: DayRange;
  total: SpendingSum;
  creators: (SpendingSum & { fullName: string; username: string | null })[];
  otherCreators: number;
  categories: (SpendingSum & { category: string | null })[];
  isCapped: boolean;
  bought: WorkBought;
  inWork: number;
  late: number;
  /** Whether `inWork` is only a lower bound, because not all bookings in progress were counted. */
  isAtLeast: boolean;
}> {
  const { days } = getPeriodDays(deps, span);
  const { workspaceId: id } = actor;
  const [spent, bought, open] = await Promise.all([
    listSpending(deps.db, id, days, MAX_SPENDING_BOOKINGS),
    sumWorkBought(deps.db, id, days, MAX_WORK_BOUGHT_BOOKINGS),
    countWorkInProgress(deps.db, id, deps.now(), MAX_IN_WORK_COUNTED + 1),
  ]);
  const byCreator = sumSpendingBy(spent, ({ creatorId }) => creatorId);
  const creators = byCreator.slice(0, MAX_REPORT_ROWS);
  const people = await listUsersByIds(
    deps.db,
    creators.map(({ key }) => key),
  );
  const total = sumSpendingRows(spent);
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
    categories: sumSpendingBy(spent, ({ category }) => category).map(({ key, ...sum }) => ({ category: key, ...sum })),
    isCapped: total.bookings === MAX_SPENDING_BOOKINGS,
    bought,
    ...open,
    isAtLeast: open.inWork > MAX_IN_WORK_COUNTED,
  };
}

const sumSpendingRows = (rows: readonly SpendingSum[]): SpendingSum =>
  rows.reduce((sum, { bookings, cents }) => ({ bookings: sum.bookings + bookings, cents: sum.cents + cents }), {
    bookings: 0,
    cents: 0,
  });

/** Sums the rows of each group, largest amount first. */
const sumSpendingBy = <Row extends SpendingSum, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): (SpendingSum & { key: Key })[] =>
  [...Map.groupBy(rows, keyOf)]
    .map(([key, alike]) => ({ key, ...sumSpendingRows(alike) }))
    .toSorted((one, other) => other.cents - one.cents);
