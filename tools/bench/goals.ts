/** Performance goals of Marquee (docs/operations.md, "What one primary carries") and their measured values. */

import type { ReadComparison } from './calls.ts';
import type { CheckoutFigures } from './checkout.ts';
import type { LoadResult } from './load.ts';
import type { ProcedureRead } from './reads.ts';
import { weighPage } from './weight.ts';

export interface SizeFigures {
  rows: ReadFigures[];
  calls: readonly ReadComparison[];
  readyMs: number;
  loadedMb: number;
  pages: PageFigures;
}

export interface PageFigures {
  /** CPU time of the API in milliseconds to render a profile that is not cached. */
  drawnMs: number;
  /** Uncompressed HTML size of /find-influencers in KB. */
  findKb: number;
}

export interface ReadFigures {
  read: ProcedureRead;
  product: LoadResult;
  rest: LoadResult | undefined;
  bare: LoadResult | undefined;
  buffers: number;
}

interface Goal {
  name: string;
  /** Lower or upper bound, in `unit`. */
  least?: number;
  most?: number;
  unit?: string;
  /** Measured values by marketplace size, or a single value under `ALL_SIZES` if the size does not matter. */
  measured: ReadonlyMap<number | typeof ALL_SIZES, number>;
}

const ALL_SIZES = 'all';

const isMet = ({ least = -Infinity, most = Infinity }: Goal, value: number): boolean => value >= least && value <= most;

/**
 * Returns the lines of a table with one goal per row and one marketplace size per column. `✗` marks a missed goal.
 */
export function formatGoals(goals: readonly Goal[], sizes: readonly number[]): string[] {
  const cell = (text: string) => text.padStart(14);
  const formatValue = (goal: Goal, value: number | undefined) =>
    value === undefined ? '' : `${formatShort(value)}${isMet(goal, value) ? '' : ' ✗'}`;
  return [
    `${'aim'.padEnd(58)}${cell('asked')}${sizes.map((size) => cell(size.toLocaleString('en-US'))).join('')}`,
    ...goals.map((goal) => {
      const { name, least, most, unit = '', measured } = goal;
      const bound = least === undefined ? `≤ ${formatShort(most ?? 0)}` : `≥ ${formatShort(least)}`;
      // Values that do not depend on the size go into the last column.
      const values = sizes.map(
        (size, at) => measured.get(size) ?? (at === sizes.length - 1 ? measured.get(ALL_SIZES) : undefined),
      );
      return `${name.padEnd(58)}${cell(`${bound}${unit && ` ${unit}`}`)}${values.map((value) => cell(formatValue(goal, value))).join('')}`;
    }),
  ];
}

const formatShort = (value: number): string =>
  Number.isNaN(value) ? '?' : value.toFixed(Math.abs(value) < 10 && !Number.isInteger(value) ? 2 : 0);

/** Number of connections for load tests, high enough to saturate the server. */
export const LOADED_CONNECTIONS = 16;

const isListRead = ({ name }: ProcedureRead) =>
  /^(list|search: (best|rated)|.*: (bookings|packages|users|payouts)$)/.test(name);
const isTextSearchRead = ({ procedure, input }: ProcedureRead) =>
  procedure === 'discovery.search' && typeof (input as { query?: unknown }).query === 'string';

/** Limits in milliseconds for a read at any size. */
const P50_MS = 15;
const P99_MS = 60;
const TEXT_P99_MS = 50;

export const listMissedReadGoals = (rows: readonly ReadFigures[]): string[] =>
  rows.flatMap(({ read, product, buffers }) => {
    const misses = [
      product.p50Ms > P50_MS && `p50 ${product.p50Ms.toFixed(0)} ms`,
      product.p99Ms > (isTextSearchRead(read) ? TEXT_P99_MS : P99_MS) && `p99 ${product.p99Ms.toFixed(0)} ms`,
      buffers > read.buffers && `${buffers} buffers of ${read.buffers}`,
    ].filter((miss) => miss !== false);
    return misses.length === 0 ? [] : [`${read.name}: ${misses.join(', ')}`];
  });

type FiguresBySize = ReadonlyMap<number, SizeFigures>;

export function createReadGoals(sizes: FiguresBySize): Goal[] {
  const most = (name: string, bound: number, unit: string, of: (rows: readonly ReadFigures[]) => number): Goal => ({
    name,
    most: bound,
    unit,
    measured: new Map([...sizes].map(([size, { rows }]) => [size, of(rows)])),
  });
  const count = (name: string, is: (row: ReadFigures) => boolean) =>
    most(name, 0, '', (rows) => rows.filter(is).length);
  const slowest = (
    rows: readonly ReadFigures[],
    is: (read: ProcedureRead) => boolean,
    of: (row: ReadFigures) => number,
  ) => Math.max(...rows.filter(({ read }) => is(read)).map(of));
  return [
    most('reads: slowest p50', P50_MS, 'ms', (rows) =>
      slowest(
        rows,
        () => true,
        ({ product }) => product.p50Ms,
      ),
    ),
    count(`reads with a p50 above ${P50_MS} ms`, ({ product }) => product.p50Ms > P50_MS),
    most('reads: slowest p99', P99_MS, 'ms', (rows) =>
      slowest(
        rows,
        () => true,
        ({ product }) => product.p99Ms,
      ),
    ),
    count(`reads with a p99 above ${P99_MS} ms`, ({ product }) => product.p99Ms > P99_MS),
    most('text search: slowest p99', TEXT_P99_MS, 'ms', (rows) =>
      slowest(rows, isTextSearchRead, ({ product }) => product.p99Ms),
    ),
    most('lists: most buffers', 130, '', (rows) => slowest(rows, isListRead, ({ buffers }) => buffers)),
    count('reads above their bound of buffers', ({ read, buffers }) => buffers > read.buffers),
  ];
}

export function createCallGoals(sizes: FiguresBySize): Goal[] {
  const [smallest] = sizes.keys();
  const all = new Map([...sizes].map(([size, { calls }]) => [size, new Map(calls.map((call) => [call.name, call]))]));
  const of = (name: string, value: (call: ReadComparison, size: number) => number | undefined) =>
    new Map(
      [...all].flatMap(([size, calls]): [number, number][] => {
        const call = calls.get(name);
        const measuredValue = call && value(call, size);
        return measuredValue === undefined ? [] : [[size, measuredValue]];
      }),
    );
  const ofBare = (name: string, least: number): Goal => ({
    name: `${name}, ${LOADED_CONNECTIONS} at once: of the bare server`,
    least,
    measured: of(name, ({ ratio }) => ratio),
  });
  const ofSmallest = (name: string, least: number): Goal => ({
    name: `${name}, ${LOADED_CONNECTIONS} at once: of the smallest size`,
    least,
    measured: of(name, ({ product }, size) => {
      const first = all.get(smallest ?? 0)?.get(name)?.product.requestsPerSecond;
      return size === smallest || first === undefined ? undefined : product.requestsPerSecond / first;
    }),
  });
  return [
    ofBare('detail tRPC', 0.5),
    ofBare('detail REST', 0.75),
    ofBare('profile tRPC', 0.5),
    ofBare('profile REST', 0.75),
    ofBare('filtered list tRPC', 0.7),
    ofBare('text search tRPC', 0.7),
    ofSmallest('detail tRPC', 0.8),
    ofSmallest('profile tRPC', 0.8),
    ofSmallest('list tRPC', 0.8),
    ofSmallest('filtered list tRPC', 0.6),
    ofSmallest('text search tRPC', 0.6),
  ];
}

export function createBookingGoals(busy: CheckoutFigures, alone: CheckoutFigures): Goal[] {
  const measured = (value: number) => new Map([[ALL_SIZES, value] as const]);
  return [
    { name: 'bookings a second, 8 at once', least: 60, measured: measured(busy.perSecond) },
    { name: 'booking, 8 at once: p50 beyond the provider', most: 60, unit: 'ms', measured: measured(busy.beyondMs) },
    { name: 'booking, one at once: p50 beyond the provider', most: 60, unit: 'ms', measured: measured(alone.beyondMs) },
  ];
}

/** Screens, each with its limit for the size of its scripts in KB after gzip. */
const SCREENS = [
  ['HomePage', 190],
  ['ProfilePage', 190],
  ['FindInfluencersPage', 190],
  ['DashboardPage', 200],
  ['BookingsPage', 200],
  ['BookingDetailsPage', 200],
  ['CheckoutPage', 250],
  ['OrderQuestionnairePage', 250],
] as const;

export function createPageGoals(sizes: FiguresBySize, webDir: string): Goal[] {
  const bySize = (of: (size: SizeFigures) => number) => new Map([...sizes].map(([size, all]) => [size, of(all)]));
  return [
    { name: 'the API serves after', most: 800, unit: 'ms', measured: bySize(({ readyMs }) => readyMs) },
    { name: 'memory after the load', most: 180, unit: 'MB', measured: bySize(({ loadedMb }) => loadedMb) },
    { name: 'a profile drawn anew: CPU', most: 2.5, unit: 'ms', measured: bySize(({ pages }) => pages.drawnMs) },
    { name: 'HTML of /find-influencers', most: 250, unit: 'KB', measured: bySize(({ pages }) => pages.findKb) },
    ...SCREENS.flatMap(([screen, most]): Goal[] => {
      const { scripts, styles } = weighPage(webDir, screen);
      return [
        { name: `${screen}: scripts`, most, unit: 'KB', measured: new Map([[ALL_SIZES, scripts / 1024]]) },
        { name: `${screen}: styles`, most: 30, unit: 'KB', measured: new Map([[ALL_SIZES, styles / 1024]]) },
      ];
    }),
  ];
}
