/** /admin/market?span=: how the marketplace does. */
import { Stack, Text } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { SPANS, type Span } from '@marquee/validation';
import { TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Bars } from '../features/analytics/Bars.tsx';
import { Cohorts } from '../features/analytics/Cohorts.tsx';
import {
  answerTime,
  cohortRows,
  disputeRate,
  isAnything,
  marketFile,
  marketRows,
  NONE,
  takeRate,
  type MarketFigures,
  type MarketPiece,
} from '../features/analytics/market.ts';
import {
  BEFORE,
  longLabel,
  noteOf,
  shortLabel,
  SPAN_LABELS,
  UNIT_LABELS,
  UNITS,
} from '../features/analytics/periods.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, type Outputs } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Figures, type Figure } from '../ui/Figures.tsx';
import { Head } from '../ui/Head.tsx';
import { DownloadCsv, NumberTable } from '../ui/NumberTable.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('span');
  const span = SPANS.find((each) => each === wanted) ?? '12m';
  await orFail(
    Promise.all([
      data.admin.market.fetch({ span }, FRESH),
      data.admin.cohorts.fetch(undefined, FRESH),
      data.admin.missedSearches.fetch(undefined, FRESH),
    ]),
    'Failed to load the figures of the marketplace',
  );
  return { span };
}

// Of the last thirty days the year is known.
const lately = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

export function Page() {
  const { span } = useLoaderData<typeof loader>();
  const [market] = trpc.admin.market.useSuspenseQuery({ span });
  const [cohorts] = trpc.admin.cohorts.useSuspenseQuery();
  const [misses] = trpc.admin.missedSearches.useSuspenseQuery();
  const { until, pieces } = market;
  return (
    <>
      <Head title="Market" />
      <PageHeader
        title="Market"
        description={
          until === null
            ? 'How the marketplace does.'
            : `How the marketplace does. Data until ${dayFormat.format(new Date(until))}: a day is counted once it is over (UTC).`
        }
        actions={until !== null && <DownloadCsv rows={() => marketRows(pieces)} name={marketFile(span)} />}
      />
      <Stack gap="lg">
        {until === null ? (
          <EmptyState
            icon={<TrendingUp size={28} aria-hidden />}
            title="No figures yet"
            text="The first ones are here on the day after somebody has signed up."
          />
        ) : (
          <OverTime market={market} span={span} />
        )}
        {cohorts.some(({ brands }) => brands > 0) && (
          <Section title="Brands that come back">
            <Text size="sm" c="dimmed" mb="md">
              Brands by the month in which a booking of theirs was charged for the first time, and how many of them were
              charged for another one so many months later. The last month goes as far as the data.
            </Text>
            <Cohorts cohorts={cohorts} />
            <DownloadCsv rows={() => cohortRows(cohorts)} name="marquee-cohorts.csv" isBelow />
          </Section>
        )}
        <Section title="Searched for, and not found">
          <Misses misses={misses} />
        </Section>
      </Stack>
    </>
  );
}

type Market = Outputs['admin']['market'];

function OverTime({ market: { pieces, total, before }, span }: { market: Market; span: Span }) {
  return (
    <>
      <Choices
        label="Time"
        choices={SPANS.map((each) => ({
          label: SPAN_LABELS[each],
          to: paths.adminMarket(each === '12m' ? {} : { span: each }),
          chosen: each === span,
        }))}
      />
      <Figures label={SPAN_LABELS[span]} figures={figuresOf(total, isAnything(before) ? before : null, span)} />
      {!isAnything(before) && (
        <Text size="sm" c="dimmed">
          There is nothing to compare with: nothing happened in {BEFORE[span]}.
        </Text>
      )}
      <Chart
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
          { label: 'Time to accept', of: answerTime },
          { label: 'Declined', of: ({ declined }) => declined },
          { label: 'Not answered', of: ({ unanswered }) => unanswered },
          { label: 'Completed', of: ({ completed }) => completed },
          { label: 'Disputes', of: ({ disputed }) => disputed },
        ]}
      >
        Each step counts on its own day: what was paid on one day may be accepted on another. A time to accept is the
        mean, from paid to accepted.
      </Chart>
      <Chart
        title="Volume"
        said="Charged to cards"
        pieces={pieces}
        span={span}
        valueOf={({ capturedCents }) => capturedCents}
        textOf={({ capturedCents }) => formatDollars(capturedCents)}
        columns={[
          { label: 'Charged', of: ({ capturedCents }) => formatDollars(capturedCents) },
          { label: 'Released', of: ({ releasedCents }) => formatDollars(releasedCents) },
          { label: 'Fees', of: ({ feesCents }) => formatDollars(feesCents) },
          { label: 'Take rate', of: takeRate },
        ]}
      >
        From the ledger. Released is what creators were paid and the fees that came with it; the take rate is the fees’
        share of that.
      </Chart>
      <Chart
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

/** `before`: null where there is nothing to compare with. */
function figuresOf(total: MarketFigures, before: MarketFigures | null, span: Span): Figure[] {
  const moved = (label: string, of: (figures: MarketFigures) => number, said: (value: number) => string): Figure => ({
    label,
    value: said(of(total)),
    ...(before && { note: noteOf(of(total), of(before), span, said(of(before))) }),
  });
  const rated = (label: string, of: (figures: MarketFigures) => string): Figure => ({
    label,
    value: of(total),
    ...(before && { note: of(before) === NONE ? `None in ${BEFORE[span]}` : `${of(before)} in ${BEFORE[span]}` }),
  });
  return [
    moved('Charged', ({ capturedCents }) => capturedCents, formatDollars),
    rated('Take rate', takeRate),
    moved('Paid orders', ({ paid }) => paid, String),
    moved('Accepted', ({ accepted }) => accepted, String),
    rated('Time to accept, mean', answerTime),
    rated('Disputes per 100 accepted', disputeRate),
    moved('New creators', ({ creators }) => creators, String),
    moved('New brands', ({ brands }) => brands, String),
  ];
}

/** A column of figures: its heading, and what it says of a piece of the span. */
interface Column {
  label: string;
  of: (piece: MarketPiece) => string | number;
}

/** A figure over time as bars, and what belongs to it as a table. */
function Chart(props: {
  title: string;
  /** What the bars are. */
  said: string;
  pieces: readonly MarketPiece[];
  span: Span;
  valueOf: (piece: MarketPiece) => number;
  textOf: (piece: MarketPiece) => string;
  columns: readonly Column[];
  children?: ReactNode;
}) {
  const { title, said, pieces, span, valueOf, textOf, columns, children } = props;
  const best = pieces.toSorted((one, other) => valueOf(other) - valueOf(one))[0];
  const heading = `${title} by ${UNITS[span]}`;
  const moved = pieces.filter((piece) => columns.some(({ of }) => !NOTHING.includes(of(piece))));
  if (moved.length === 0)
    return (
      <Section key="empty" title={heading}>
        <Text c="dimmed">Nothing in this time.</Text>
      </Section>
    );
  return (
    <Section key="table" title={heading}>
      <Stack gap="lg">
        <Bars
          bars={pieces.map((piece) => ({
            label: shortLabel(piece, span),
            title: `${longLabel(piece, span)}: ${textOf(piece)}`,
            value: valueOf(piece),
          }))}
          summary={
            best !== undefined && valueOf(best) > 0
              ? `${said}. Most: ${textOf(best)}, ${longLabel(best, span)}.`
              : `${said}: none in any ${UNITS[span]}.`
          }
        />
        <NumberTable
          label={`${heading}, in numbers`}
          head={[UNIT_LABELS[span], ...columns.map(({ label }) => label)]}
          rows={moved.toReversed().map((piece) => ({
            cells: [longLabel(piece, span), ...columns.map(({ of }) => String(of(piece)))],
          }))}
        />
        <Text size="sm" c="dimmed">
          {children}{' '}
          {moved.length < pieces.length && <span>{`A ${UNITS[span]} without anything is left out of the table.`}</span>}
        </Text>
      </Stack>
    </Section>
  );
}

/** What a column says of a piece in which nothing happened. */
const NOTHING: readonly (string | number)[] = [0, formatDollars(0), NONE];

function Misses({ misses }: { misses: Outputs['admin']['missedSearches'] }) {
  if (misses.length === 0)
    return <Text c="dimmed">In the last 30 days nothing was searched for in vain three times or more.</Text>;
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        What found nobody, without any filter, three times or more in the last 30 days, today included. Nobody knows
        whose searches these were; what looks like an address or a number of somebody is not kept.
      </Text>
      <NumberTable
        label="Searches without a result"
        head={['Words', 'Searches', 'Last on']}
        rows={misses.map(({ words, count, lastDay }) => ({
          cells: [words, String(count), lately.format(new Date(lastDay))],
        }))}
      />
    </>
  );
}
