/** /analytics?span=: a creator's earnings and a brand's spending over time. */
import { Container, Stack, Text } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { PERIODS, type Period } from '@marquee/validation';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { BarChart, formatAxisDollars } from '../../features/staff/analytics/BarChart.tsx';
import { OrderAnalytics } from '../../features/staff/analytics/OrderAnalytics.tsx';
import {
  formatLongInterval,
  formatChangeNote,
  formatComparedPeriods,
  formatShortInterval,
  PERIOD_LABELS,
  INTERVAL_UNIT_LABELS,
  INTERVAL_UNITS,
} from '../../features/staff/analytics/periods.ts';
import { SpendingAnalytics, listWorkStats } from '../../features/staff/analytics/SpendingAnalytics.tsx';
import { CreatorResponseStats } from '../../features/catalog/availability/CreatorResponseStats.tsx';
import { WorkRecordsSection } from '../../features/money/receipts/WorkRecordsSection.tsx';
import { paths } from '../../paths.ts';
import { requireUser, type SignedInUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { ChoiceLinks } from '../../ui/ChoiceLinks.tsx';
import { StatList, type Stat } from '../../ui/StatList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Money } from '../../ui/Money.tsx';
import { DownloadCsvButton, NumberTable } from '../../ui/NumberTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';

const LOAD_FAILED = 'Failed to load your analytics';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const requestedSpan = new URL(request.url).searchParams.get('span');
  const span = PERIODS.find((each) => each === requestedSpan) ?? '12m';
  const money = withLoadError(queryUtils.analytics.money.fetch({ span }, ALWAYS_FRESH), LOAD_FAILED);
  await (user.userType === 'brand'
    ? Promise.all([money, withLoadError(queryUtils.analytics.spending.fetch({ span }, ALWAYS_FRESH), LOAD_FAILED)])
    : Promise.all([
        money,
        withLoadError(queryUtils.analytics.orders.fetch({ span }, ALWAYS_FRESH), LOAD_FAILED),
        withLoadError(queryUtils.profiles.stats.fetch({ username: user.username }, ALWAYS_FRESH), LOAD_FAILED),
        withLoadError(queryUtils.receipts.workRecords.fetch(undefined, ALWAYS_FRESH), LOAD_FAILED),
      ]));
  return { user, span };
}

type MoneyOverTime = RouterOutputs['analytics']['money'];
type MoneyAmounts = Pick<MoneyOverTime['total'], 'cents' | 'more'>;

/**
 * The texts for the two metrics that the API returns per interval, `cents` and `more`. Creators and brands get
 * different metrics and therefore different texts.
 */
interface MoneyTexts {
  about: string;
  first: string;
  second: string;
  secondOf: (moved: MoneyAmounts) => string;
  none: string;
}

const CREATOR_TEXTS: MoneyTexts = {
  about: 'Your earnings, payouts and orders over time.',
  first: 'Earned',
  second: 'Paid out',
  secondOf: ({ more }) => formatDollars(more),
  none: 'You have no earnings in this period. A booking counts when its work is completed.',
};
const BRAND_TEXTS: MoneyTexts = {
  about: 'Your spending and what you got for it.',
  first: 'Spent',
  second: 'Bookings',
  secondOf: ({ more }) => String(more),
  none: 'You have no spending in this period. A booking counts when the creator accepts it and your card is charged.',
};

export function Page() {
  const { user, span } = useLoaderData<typeof loader>();
  const words = user.userType === 'brand' ? BRAND_TEXTS : CREATOR_TEXTS;
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Analytics" />
      <PageHeader title="Analytics" description={words.about} />
      <ChoiceLinks
        label="Time"
        choices={PERIODS.map((each) => ({
          label: PERIOD_LABELS[each],
          to: paths.analytics(each === '12m' ? {} : { span: each }),
          chosen: each === span,
        }))}
      />
      <Stack gap="lg">
        {user.userType === 'brand' ? <BrandAnalytics span={span} /> : <CreatorAnalytics span={span} user={user} />}
        <Text size="sm" c="dimmed">
          {user.userType === 'brand'
            ? 'A booking and its refunds count on the day the creator accepted it. Days start at midnight UTC.'
            : 'Earnings count on the day you completed the work, and refunds on the day of the refund. Days start at midnight UTC.'}
        </Text>
      </Stack>
    </Container>
  );
}

function CreatorAnalytics({ span, user }: { span: Period; user: SignedInUser }) {
  const [orders] = trpc.analytics.orders.useSuspenseQuery({ span });
  const [{ clock, completedBookings }] = trpc.profiles.stats.useSuspenseQuery({ username: user.username });
  const { bookings, cents } = orders.onTheWay;
  const open = {
    label: 'Upcoming payouts',
    value: <Money cents={cents} />,
    note: bookings === 0 ? 'No open bookings' : `For ${pluralize(bookings, 'open booking')}`,
  };
  return (
    <>
      <MoneyInPeriod span={span} words={CREATOR_TEXTS} more={[open]} />
      <OrderAnalytics orders={orders} span={span} />
      <SectionCard title="Response and delivery times">
        {clock === null ? (
          <Text c="dimmed">Your times appear here and on your profile after a few paid bookings.</Text>
        ) : (
          <CreatorResponseStats clock={clock} />
        )}
      </SectionCard>
      <WorkRecordsSection canMake={completedBookings > 0} />
    </>
  );
}

function BrandAnalytics({ span }: { span: Period }) {
  const [spending] = trpc.analytics.spending.useSuspenseQuery({ span });
  return (
    <>
      <MoneyInPeriod span={span} words={BRAND_TEXTS} more={listWorkStats(spending)} />
      <SpendingAnalytics spending={spending} span={span} />
    </>
  );
}

/** Shows the total of a period, the additional metrics `more`, and the values of each interval. */
function MoneyInPeriod({ span, words, more }: { span: Period; words: MoneyTexts; more: readonly Stat[] }) {
  const [{ pieces, total, before }] = trpc.analytics.money.useSuspenseQuery({ span });
  const isNothing = pieces.every(({ cents, more: second }) => cents === 0 && second === 0);
  const best = pieces.toSorted((one, other) => other.cents - one.cents)[0];
  return (
    <>
      <Text size="sm" c="dimmed">
        {formatComparedPeriods({ from: pieces[0]?.from ?? before.from, to: pieces.at(-1)?.to ?? before.to }, before)}
      </Text>
      <StatList
        label={PERIOD_LABELS[span]}
        figures={[
          {
            label: words.first,
            value: <Money cents={total.cents} />,
            note: formatChangeNote(total.cents, before.cents, formatDollars(before.cents)),
          },
          {
            label: words.second,
            value: words.secondOf(total),
            note: formatChangeNote(total.more, before.more, words.secondOf(before)),
          },
          ...more,
        ]}
      />
      <SectionCard title={`${words.first} by ${INTERVAL_UNITS[span]}`}>
        {isNothing ? (
          <Text c="dimmed">{words.none}</Text>
        ) : (
          <Stack gap="lg">
            <BarChart
              bars={pieces.map((piece) => ({
                label: formatShortInterval(piece, span),
                title: `${formatLongInterval(piece, span)}: ${formatDollars(piece.cents)}`,
                value: piece.cents,
              }))}
              summary={
                best !== undefined && best.cents > 0
                  ? `Highest: ${formatDollars(best.cents)} (${formatLongInterval(best, span)})`
                  : `No ${INTERVAL_UNITS[span]} above $0`
              }
              formatValue={formatAxisDollars}
            />
            <MoneyIntervals pieces={pieces} span={span} words={words} />
          </Stack>
        )}
      </SectionCard>
    </>
  );
}

function MoneyIntervals({ pieces, span, words }: { pieces: MoneyOverTime['pieces']; span: Period; words: MoneyTexts }) {
  const moved = pieces.filter(({ cents, more }) => cents !== 0 || more !== 0);
  return (
    <div>
      <NumberTable
        label={`Every ${INTERVAL_UNITS[span]}`}
        head={[INTERVAL_UNIT_LABELS[span], words.first, words.second]}
        rows={moved
          .toReversed()
          .map((piece) => ({ cells: [formatLongInterval(piece, span), piece.cents, words.secondOf(piece)] }))}
      />
      <DownloadCsvButton
        name={`marquee-${words.first.toLowerCase()}-${span}.csv`}
        rows={() => [
          ['From', 'To', words.first, words.second],
          ...pieces.map(({ from, to, cents, more }) => [from, to, cents, words === BRAND_TEXTS ? String(more) : more]),
        ]}
        isBelow
      />
      <Text size="sm" c="dimmed" mt="xs">
        {moved.length < pieces.length && (
          <span>{`The table leaves out ${INTERVAL_UNITS[span]}s without activity. `}</span>
        )}
        <span>The CSV file includes every {INTERVAL_UNITS[span]} of this period.</span>
      </Text>
    </div>
  );
}
