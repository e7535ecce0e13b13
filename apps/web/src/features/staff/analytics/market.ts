/** Formats marketplace metrics (take rate, dispute rate, response time) for the admin analytics page. */
import type { Period } from '@marquee/validation';
import type { RouterOutputs } from '../../../trpc.ts';
import type { TableCell } from '../../../ui/NumberTable.tsx';
import type { Cohort } from './CohortTable.tsx';

type Market = RouterOutputs['admin']['market'];
export type MarketInterval = Market['pieces'][number];
export type MarketTotals = Market['total'];

/** Shown for a metric without data. */
export const NO_VALUE = '–';

/**
 * Formats the take rate: the platform's fees as a percentage of the released amount. That amount includes the fees.
 */
export const formatTakeRate = ({ feesCents, releasedCents }: MarketTotals): string =>
  releasedCents === 0 ? NO_VALUE : `${((feesCents / releasedCents) * 100).toFixed(1)}%`;

/** Formats the number of disputes opened per 100 bookings accepted in the same period. */
export const formatDisputeRate = ({ disputed, accepted }: MarketTotals): string =>
  accepted === 0 ? NO_VALUE : disputed === 0 ? '0' : ((disputed / accepted) * 100).toFixed(1);

/** Formats the mean time from payment to acceptance as '40 min', '9.5 hours' or '3.2 days'. */
export function formatAnswerTime({ acceptedSeconds, accepted }: MarketTotals): string {
  if (accepted === 0) return NO_VALUE;
  const minutes = acceptedSeconds / accepted / 60;
  if (minutes < 59.5) return `${Math.max(1, Math.round(minutes))} min`;
  const hours = minutes / 60;
  return hours < 48 ? `${hours.toFixed(1)} hours` : `${(hours / 24).toFixed(1)} days`;
}

export const hasActivity = (figures: MarketTotals): boolean => MARKET_TOTAL_NAMES.some((name) => figures[name] !== 0);

const MARKET_TOTAL_NAMES = [
  'ordered',
  'paid',
  'accepted',
  'declined',
  'unanswered',
  'completed',
  'disputed',
  'creators',
  'brands',
  'capturedCents',
  'releasedCents',
  'feesCents',
] as const satisfies readonly (keyof MarketTotals)[];

/** Returns a table with one row per interval, oldest first. */
export const toMarketTable = (pieces: readonly MarketInterval[]): TableCell[][] => [
  [
    'From',
    'To',
    'Orders',
    'Paid',
    'Accepted',
    'Seconds from paid to accepted',
    'Declined',
    'Not answered',
    'Completed',
    'Disputes',
    'Creators',
    'Brands',
    'Charged USD',
    'Released USD',
    'Fees USD',
  ],
  ...pieces.map((piece) => [
    piece.from,
    piece.to,
    ...[
      piece.ordered,
      piece.paid,
      piece.accepted,
      piece.acceptedSeconds,
      piece.declined,
      piece.unanswered,
      piece.completed,
      piece.disputed,
      piece.creators,
      piece.brands,
    ].map(String),
    piece.capturedCents,
    piece.releasedCents,
    piece.feesCents,
  ]),
];

/** Returns a table with one row per cohort, oldest first. Months in the future are blank. */
export function toCohortTable(cohorts: readonly Cohort[]): TableCell[][] {
  const most = Math.max(0, ...cohorts.map(({ later }) => later.length));
  const months = Array.from({ length: most }, (_, at) => at);
  return [
    ['First month', 'Brands', ...months.map((at) => `Month ${at + 1}`)],
    ...cohorts.map(({ month, brands, later }) => [
      month,
      String(brands),
      ...months.map((at) => String(later[at] ?? '')),
    ]),
  ];
}

export const getMarketFileName = (span: Period): string => `marquee-market-${span}.csv`;
