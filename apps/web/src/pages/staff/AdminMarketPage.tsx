/** /admin/market?span=: marketplace metrics, such as orders, take rate and dispute rate. */
import { Stack, Text } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { PERIODS, type Period } from '@marquee/validation';
import { TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminHeader } from '../../features/staff/admin/AdminHeader.tsx';
import { BarChart, formatAxisDollars } from '../../features/staff/analytics/BarChart.tsx';
import { CohortTable } from '../../features/staff/analytics/CohortTable.tsx';
import {
  formatAnswerTime,
  toCohortTable,
  formatDisputeRate,
  hasActivity,
  getMarketFileName,
  toMarketTable,
  NO_VALUE,
  formatTakeRate,
  type MarketTotals,
  type MarketInterval,
} from '../../features/staff/analytics/market.ts';
import {
  PREVIOUS_PERIOD_LABELS,
  formatLongInterval,
  formatChangeNote,
  formatComparedPeriods,
  formatShortInterval,
  PERIOD_LABELS,
  INTERVAL_UNIT_LABELS,
  INTERVAL_UNITS,
} from '../../features/staff/analytics/periods.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { ChoiceLinks } from '../../ui/ChoiceLinks.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatList, type Stat } from '../../ui/StatList.tsx';
import { DownloadCsvButton, NumberTable } from '../../ui/NumberTable.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const requestedSpan = new URL(request.url).searchParams.get('span');
  const span = PERIODS.find((each) => each === requestedSpan) ?? '12m';
  await withLoadError(
    Promise.all([
      queryUtils.admin.market.fetch({ span }, ALWAYS_FRESH),
      queryUtils.admin.cohorts.fetch(undefined, ALWAYS_FRESH),
      queryUtils.admin.missedSearches.fetch(undefined, ALWAYS_FRESH),
    ]),
    'Failed to load market data',
  );
  return { span };
}

// Omits the year, which is obvious within the last thirty days.
const recentDayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

export function Page() {
  const { span } = useLoaderData<typeof loader>();
  const [market] = trpc.admin.market.useSuspenseQuery({ span });
  const [cohorts] = trpc.admin.cohorts.useSuspenseQuery();
  const [misses] = trpc.admin.missedSearches.useSuspenseQuery();
  const { until, pieces } = market;
  return (
    <>
      <AdminHeader
        title="Market"
        description={
          until === null
            ? 'Orders, payments and sign-ups over time.'
            : `Orders, payments and sign-ups over time. Data until ${dayFormat.format(new Date(until))}. Each day is counted after it ends (UTC).`
        }
        actions={
          until !== null && <DownloadCsvButton rows={() => toMarketTable(pieces)} name={getMarketFileName(span)} />
        }
      />
      <Stack gap="lg">
        {until === null ? (
          <EmptyState
            icon={<TrendingUp size={28} aria-hidden />}
            title="No data yet"
            text="The first figures appear on the day after the first sign-up."
          />
        ) : (
          <MarketOverTime market={market} span={span} />
        )}
        {cohorts.some(({ brands }) => brands > 0) && (
          <SectionCard title="Returning brands">
            <Text size="sm" c="dimmed" mb="md">
              Brands grouped by the month of their first charged booking, with the share that was charged again in each
              later month. The latest month is incomplete.
            </Text>
            <CohortTable cohorts={cohorts} />
            <DownloadCsvButton rows={() => toCohortTable(cohorts)} name="marquee-cohorts.csv" isBelow />
          </SectionCard>
        )}
        <SectionCard title="Searches without results">
          <MissedSearches misses={misses} />
        </SectionCard>
      </Stack>
    </>
  );
}

type MarketAnalytics = RouterOutputs['admin']['market'];

function MarketOverTime({ market: { pieces, total, before }, span }: { market: MarketAnalytics; span: Period }) {
  return (
    <>
      <ChoiceLinks
        label="Period"
        choices={PERIODS.map((each) => ({
          label: PERIOD_LABELS[each],
          to: paths.adminMarket(each === '12m' ? {} : { span: each }),
          chosen: each === span,
        }))}
      />
      <Text size="sm" c="dimmed">
        {formatComparedPeriods({ from: pieces[0]?.from ?? before.from, to: pieces.at(-1)?.to ?? before.to }, before)}
      </Text>
      <StatList
        label={PERIOD_LABELS[span]}
        figures={listMarketStats(total, hasActivity(before) ? before : null, span)}
      />
      {!hasActivity(before) && (
        <Text size="sm" c="dimmed">
          No comparison is shown, because nothing happened in {PREVIOUS_PERIOD_LABELS[span]}.
        </Text>
      )}
      <MarketChart
        title="Orders"
        said="Paid orders"
        pieces={pieces}
        span={span}
        valueOf={({ paid }) => paid}
        textOf={({ paid }) => String(paid)}
        columns={[
          { label: 'Orders', of: ({ ordered }) => ordered },
          { label: 'Paid', of: ({ paid }) => paid },
          { label: 'Accepted', of: ({ accepted }) => accepted },
          { label: 'Time to accept', of: formatAnswerTime },
          { label: 'Declined', of: ({ declined }) => declined },
          { label: 'Not answered', of: ({ unanswered }) => unanswered },
          { label: 'Completed', of: ({ completed }) => completed },
          { label: 'Disputes', of: ({ disputed }) => disputed },
        ]}
      >
        Each step is counted on the day it happens, so an order can be paid on one day and accepted on another. “Time to
        accept” is the average time from payment to acceptance.
      </MarketChart>
      <MarketChart
        title="Volume"
        said="Charged to cards"
        pieces={pieces}
        span={span}
        valueOf={({ capturedCents }) => capturedCents}
        textOf={({ capturedCents }) => formatDollars(capturedCents)}
        formatAxis={formatAxisDollars}
        columns={[
          { label: 'Charged', of: ({ capturedCents }) => formatDollars(capturedCents) },
          { label: 'Released', of: ({ releasedCents }) => formatDollars(releasedCents) },
          { label: 'Fees', of: ({ feesCents }) => formatDollars(feesCents) },
          { label: 'Take rate', of: formatTakeRate },
        ]}
      >
        These figures come from the ledger. “Released” is what creators were paid plus the fees. The take rate is the
        fees’ share of it.
      </MarketChart>
      <MarketChart
        title="Sign-ups"
        said="Creators and brands together"
        pieces={pieces}
        span={span}
        valueOf={({ creators, brands }) => creators + brands}
        textOf={({ creators, brands }) => String(creators + brands)}
        columns={[
          { label: 'Creators', of: ({ creators }) => creators },
          { label: 'Brands', of: ({ brands }) => brands },
        ]}
      />
    </>
  );
}

/**
 * Lists the metrics of a period with the change from the previous period. `before` contains the metrics of the
 * previous period, or null if there is no previous period.
 */
function listMarketStats(total: MarketTotals, before: MarketTotals | null, span: Period): Stat[] {
  const moved = (label: string, of: (figures: MarketTotals) => number, said: (value: number) => string): Stat => ({
    label,
    value: said(of(total)),
    ...(before && { note: formatChangeNote(of(total), of(before), said(of(before))) }),
  });
  const rated = (label: string, of: (figures: MarketTotals) => string): Stat => ({
    label,
    value: of(total),
    ...(before && {
      note:
        of(before) === NO_VALUE
          ? `None in ${PREVIOUS_PERIOD_LABELS[span]}`
          : `${of(before)} in ${PREVIOUS_PERIOD_LABELS[span]}`,
    }),
  });
  return [
    moved('Charged', ({ capturedCents }) => capturedCents, formatDollars),
    rated('Take rate', formatTakeRate),
    moved('Paid orders', ({ paid }) => paid, String),
    moved('Accepted', ({ accepted }) => accepted, String),
    rated('Average time to accept', formatAnswerTime),
    rated('Disputes per 100 accepted', formatDisputeRate),
    moved('New creators', ({ creators }) => creators, String),
    moved('New brands', ({ brands }) => brands, String),
  ];
}

/** A table column, with a function that returns its value for an interval. */
interface MarketColumn {
  label: string;
  of: (piece: MarketInterval) => string | number;
}

/** Shows a metric as a bar chart, with a table of related metrics below it. */
function MarketChart(props: {
  title: string;
  /** The name of the metric in the chart's summary. */
  said: string;
  pieces: readonly MarketInterval[];
  span: Period;
  valueOf: (piece: MarketInterval) => number;
  textOf: (piece: MarketInterval) => string;
  /** Formats a value for the axis of the chart. */
  formatAxis?: (value: number) => string;
  columns: readonly MarketColumn[];
  children?: ReactNode;
}) {
  const { title, said, pieces, span, valueOf, textOf, formatAxis = String, columns, children } = props;
  const best = pieces.toSorted((one, other) => valueOf(other) - valueOf(one))[0];
  const heading = `${title} by ${INTERVAL_UNITS[span]}`;
  const moved = pieces.filter((piece) => columns.some(({ of }) => !EMPTY_VALUES.includes(of(piece))));
  if (moved.length === 0)
    return (
      <SectionCard key="empty" title={heading}>
        <Text c="dimmed">No activity in this period.</Text>
      </SectionCard>
    );
  return (
    <SectionCard key="table" title={heading}>
      <Stack gap="lg">
        <BarChart
          bars={pieces.map((piece) => ({
            label: formatShortInterval(piece, span),
            title: `${formatLongInterval(piece, span)}: ${textOf(piece)}`,
            value: valueOf(piece),
          }))}
          summary={
            best !== undefined && valueOf(best) > 0
              ? `${said}. Most: ${textOf(best)}, ${formatLongInterval(best, span)}.`
              : `${said}: none in any ${INTERVAL_UNITS[span]}.`
          }
          formatValue={formatAxis}
        />
        <NumberTable
          label={`${heading}, in numbers`}
          head={[INTERVAL_UNIT_LABELS[span], ...columns.map(({ label }) => label)]}
          rows={moved.toReversed().map((piece) => ({
            cells: [formatLongInterval(piece, span), ...columns.map(({ of }) => String(of(piece)))],
          }))}
        />
        <Text size="sm" c="dimmed">
          {children}{' '}
          {moved.length < pieces.length && (
            <span>{`The table leaves out every ${INTERVAL_UNITS[span]} without activity.`}</span>
          )}
        </Text>
      </Stack>
    </SectionCard>
  );
}

/** Cell values without information. Rows in which every column has one of these values are omitted. */
const EMPTY_VALUES: readonly (string | number)[] = [0, formatDollars(0), NO_VALUE];

function MissedSearches({ misses }: { misses: RouterOutputs['admin']['missedSearches'] }) {
  if (misses.length === 0)
    return <Text c="dimmed">No search term came up empty three or more times in the last 30 days.</Text>;
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        Search terms without filters that came up empty three or more times in the last 30 days. Searches are anonymous,
        and terms that look like contact details are not stored.
      </Text>
      <NumberTable
        label="Search terms without results"
        head={['Search term', 'Searches', 'Last searched']}
        rows={misses.map(({ query, count, lastDay }) => ({
          cells: [query, String(count), recentDayFormat.format(new Date(lastDay))],
        }))}
      />
    </>
  );
}
