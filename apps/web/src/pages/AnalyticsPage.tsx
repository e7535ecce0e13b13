/** /analytics?span=: what a creator has earned and a brand has spent over time, and what became of it. */
import { Container, Stack, Text } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { SPANS, type Span } from '@marquee/validation';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Bars } from '../features/analytics/Bars.tsx';
import { Orders } from '../features/analytics/Orders.tsx';
import { longLabel, noteOf, shortLabel, SPAN_LABELS, UNIT_LABELS, UNITS } from '../features/analytics/periods.ts';
import { Spending, workFigures } from '../features/analytics/Spending.tsx';
import { ReplyClock } from '../features/availability/ReplyClock.tsx';
import { WorkRecords } from '../features/receipts/WorkRecords.tsx';
import { paths } from '../paths.ts';
import { requireUser, type User } from '../session.ts';
import { data, FRESH, trpc, type Outputs } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { Figures, type Figure } from '../ui/Figures.tsx';
import { Head } from '../ui/Head.tsx';
import { Money } from '../ui/Money.tsx';
import { DownloadCsv, NumberTable } from '../ui/NumberTable.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { plural } from '../ui/plural.ts';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';

const FAILED = 'Failed to load your figures';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const wanted = new URL(request.url).searchParams.get('span');
  const span = SPANS.find((each) => each === wanted) ?? '12m';
  const money = orFail(data.analytics.money.fetch({ span }, FRESH), FAILED);
  await (user.userType === 'brand'
    ? Promise.all([money, orFail(data.analytics.spending.fetch({ span }, FRESH), FAILED)])
    : Promise.all([
        money,
        orFail(data.analytics.orders.fetch({ span }, FRESH), FAILED),
        orFail(data.profiles.stats.fetch({ username: user.username }, FRESH), FAILED),
        orFail(data.receipts.workRecords.fetch(undefined, FRESH), FAILED),
      ]));
  return { user, span };
}

type MoneyOverTime = Outputs['analytics']['money'];
type Moved = Pick<MoneyOverTime['total'], 'cents' | 'more'>;

/** What the two figures are called, and how the second one is said. */
interface Words {
  about: string;
  first: string;
  second: string;
  secondOf: (moved: Moved) => string;
  none: string;
}

const CREATOR: Words = {
  about: 'What you earned, what was paid out to you, and what became of your orders.',
  first: 'Earned',
  second: 'Paid out',
  secondOf: ({ more }) => formatDollars(more),
  none: 'You have earned nothing in this time. What a brand pays counts once the work is completed.',
};
const BRAND: Words = {
  about: 'What your bookings came to, where it went, and what you got for it.',
  first: 'Spent',
  second: 'Bookings',
  secondOf: ({ more }) => String(more),
  none: 'You have spent nothing in this time. A booking counts on the day it is accepted, when your card is charged.',
};

export function Page() {
  const { user, span } = useLoaderData<typeof loader>();
  const words = user.userType === 'brand' ? BRAND : CREATOR;
  return (
    <Container size="lg" py="xl">
      <Head title="Analytics" />
      <PageHeader title="Analytics" description={words.about} />
      <Choices
        label="Time"
        choices={SPANS.map((each) => ({
          label: SPAN_LABELS[each],
          to: paths.analytics(each === '12m' ? {} : { span: each }),
          chosen: each === span,
        }))}
      />
      <Stack gap="lg">
        {user.userType === 'brand' ? <OfBrand span={span} /> : <OfCreator span={span} user={user} />}
        <Text size="sm" c="dimmed">
          As of now. Days begin at midnight UTC.{' '}
          {user.userType === 'brand'
            ? 'A booking counts on the day it was accepted, and a refund is taken off that day.'
            : 'Work counts on the day it was completed; what came back to a brand is taken off the day it did.'}
        </Text>
      </Stack>
    </Container>
  );
}

function OfCreator({ span, user }: { span: Span; user: User }) {
  const [orders] = trpc.analytics.orders.useSuspenseQuery({ span });
  const [{ clock, completedBookings }] = trpc.profiles.stats.useSuspenseQuery({ username: user.username });
  const { bookings, cents } = orders.onTheWay;
  const open = {
    label: 'On its way',
    value: <Money cents={cents} />,
    note: bookings === 0 ? 'Nothing is under way' : `Of ${plural(bookings, 'booking')}, as of now`,
  };
  return (
    <>
      <MoneyOfSpan span={span} words={CREATOR} more={[open]} />
      <Orders orders={orders} span={span} />
      <Section title="How you answer and deliver">
        {clock === null ? (
          <Text c="dimmed">
            Too few paid bookings to say. It is shown here, and on your profile, once there are more.
          </Text>
        ) : (
          <ReplyClock clock={clock} />
        )}
      </Section>
      <WorkRecords canMake={completedBookings > 0} />
    </>
  );
}

function OfBrand({ span }: { span: Span }) {
  const [spending] = trpc.analytics.spending.useSuspenseQuery({ span });
  return (
    <>
      <MoneyOfSpan span={span} words={BRAND} more={workFigures(spending)} />
      <Spending spending={spending} span={span} />
    </>
  );
}

/** What moved in a span: in all, with `more` figures beside it, and piece by piece. */
function MoneyOfSpan({ span, words, more }: { span: Span; words: Words; more: readonly Figure[] }) {
  const [{ pieces, total, before }] = trpc.analytics.money.useSuspenseQuery({ span });
  const isNothing = pieces.every(({ cents, more: second }) => cents === 0 && second === 0);
  const best = pieces.toSorted((one, other) => other.cents - one.cents)[0];
  return (
    <>
      <Figures
        label={SPAN_LABELS[span]}
        figures={[
          {
            label: words.first,
            value: <Money cents={total.cents} />,
            note: noteOf(total.cents, before.cents, span, formatDollars(before.cents)),
          },
          {
            label: words.second,
            value: words.secondOf(total),
            note: noteOf(total.more, before.more, span, words.secondOf(before)),
          },
          ...more,
        ]}
      />
      <Section title={`${words.first} by ${UNITS[span]}`}>
        {isNothing ? (
          <Text c="dimmed">{words.none}</Text>
        ) : (
          <Stack gap="lg">
            <Bars
              bars={pieces.map((piece) => ({
                label: shortLabel(piece, span),
                title: `${longLabel(piece, span)}: ${formatDollars(piece.cents)}`,
                value: piece.cents,
              }))}
              summary={
                best !== undefined && best.cents > 0
                  ? `Most: ${formatDollars(best.cents)}, ${longLabel(best, span)}.`
                  : `Nothing was ${words.first.toLowerCase()} in any ${UNITS[span]}.`
              }
            />
            <Pieces pieces={pieces} span={span} words={words} />
          </Stack>
        )}
      </Section>
    </>
  );
}

function Pieces({ pieces, span, words }: { pieces: MoneyOverTime['pieces']; span: Span; words: Words }) {
  const moved = pieces.filter(({ cents, more }) => cents !== 0 || more !== 0);
  return (
    <div>
      <NumberTable
        label={`Every ${UNITS[span]}`}
        head={[UNIT_LABELS[span], words.first, words.second]}
        rows={moved
          .toReversed()
          .map((piece) => ({ cells: [longLabel(piece, span), piece.cents, words.secondOf(piece)] }))}
      />
      <DownloadCsv
        name={`marquee-${words.first.toLowerCase()}-${span}.csv`}
        rows={() => [
          ['From', 'To', words.first, words.second],
          ...pieces.map(({ from, to, cents, more }) => [from, to, cents, words === BRAND ? String(more) : more]),
        ]}
        isBelow
      />
      <Text size="sm" c="dimmed" mt="xs">
        {moved.length < pieces.length && <span>{`A ${UNITS[span]} without anything is left out here. `}</span>}
        <span>The file has </span>
        {plural(pieces.length, UNITS[span])}, amounts in US dollars.
      </Text>
    </div>
  );
}
