/** /analytics?span=: what a creator has earned and a brand has spent over time. */
import { formatDollars } from '@marquee/money';
import { SPANS, type Span } from '@marquee/validation';
import { Download } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Bars } from '../features/analytics/Bars.tsx';
import { BEFORE, compared, longLabel, shortLabel, SPAN_LABELS } from '../features/analytics/periods.ts';
import { paths } from '../paths.ts';
import { requireUser } from '../session.ts';
import { data, FRESH, trpc, type Outputs } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { Figures } from '../ui/Figures.tsx';
import { downloadText } from '../ui/downloadText.ts';
import { Head } from '../ui/Head.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { plural } from '../ui/plural.ts';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';
import { WideTable } from '../ui/WideTable.tsx';
import { Button, Container, Stack, Text } from '../ui/plain.tsx';
import classes from './AnalyticsPage.module.css';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const wanted = new URL(request.url).searchParams.get('span');
  const span = SPANS.find((each) => each === wanted) ?? '12m';
  await orFail(data.analytics.money.fetch({ span }, FRESH), 'Failed to load your figures');
  return { user, span };
}

type Figures = Outputs['analytics']['money'];
type Moved = Pick<Figures['total'], 'cents' | 'more'>;

/** What the two figures are called, and how the second one is said. */
interface Words {
  about: string;
  first: string;
  second: string;
  secondOf: (moved: Moved) => string;
  none: string;
}

const CREATOR: Words = {
  about: 'What you earned, and what was paid out to you.',
  first: 'Earned',
  second: 'Paid out',
  secondOf: ({ more }) => formatDollars(more),
  none: 'You have earned nothing in this time. What a brand pays counts once the work is completed.',
};
const BRAND: Words = {
  about: 'What your bookings came to, fee included and less what came back to your card.',
  first: 'Spent',
  second: 'Bookings',
  secondOf: ({ more }) => String(more),
  none: 'You have spent nothing in this time. A booking counts on the day it is accepted, when your card is charged.',
};

export function Page() {
  const { user, span } = useLoaderData<typeof loader>();
  const [{ pieces, total, before }] = trpc.analytics.money.useSuspenseQuery({ span });
  const words = user.userType === 'brand' ? BRAND : CREATOR;
  const isNothing = pieces.every(({ cents, more }) => cents === 0 && more === 0);
  const best = pieces.toSorted((one, other) => other.cents - one.cents)[0];
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
              <Numbers pieces={pieces} span={span} words={words} />
            </Stack>
          )}
        </Section>
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

const UNITS: Record<Span, string> = { '30d': 'day', '13w': 'week', '12m': 'month' };

function noteOf(now: number, before: number, span: Span, said: string): string {
  const words = compared(now, before);
  return words === null ? `Nothing in ${BEFORE[span]}` : `${words} ${BEFORE[span]} (${said})`;
}

function Numbers({ pieces, span, words }: { pieces: Figures['pieces']; span: Span; words: Words }) {
  const moved = pieces.filter(({ cents, more }) => cents !== 0 || more !== 0);
  return (
    <div>
      <WideTable label={`Every ${UNITS[span]}`}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{UNITS[span].replace(/^./, (letter) => letter.toUpperCase())}</th>
              <th scope="col">{words.first}</th>
              <th scope="col">{words.second}</th>
            </tr>
          </thead>
          <tbody>
            {moved.toReversed().map((piece) => (
              <tr key={piece.from}>
                <th scope="row">{longLabel(piece, span)}</th>
                <td>
                  <Money cents={piece.cents} />
                </td>
                <td>{words.secondOf(piece)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      <Button
        variant="default"
        size="sm"
        mt="md"
        leftSection={<Download size={16} aria-hidden />}
        onClick={() => download(pieces, words, span)}
      >
        Download as CSV
      </Button>
      <Text size="sm" c="dimmed" mt="xs">
        {moved.length < pieces.length && `A ${UNITS[span]} without anything is left out here. `}
        The file has {plural(pieces.length, UNITS[span])}, amounts in US dollars.
      </Text>
    </div>
  );
}

/** Days and numbers only: nothing in it was typed by anybody. */
function download(pieces: Figures['pieces'], words: Words, span: Span): void {
  const decimal = (cents: number) => (cents / 100).toFixed(2);
  const rows = pieces.map(({ from, to, cents, more }) =>
    [from, to, decimal(cents), words === BRAND ? more : decimal(more)].join(','),
  );
  const text = [`From,To,${words.first},${words.second}`, ...rows, ''].join('\r\n');
  downloadText(text, `marquee-${words.first.toLowerCase()}-${span}.csv`);
}
