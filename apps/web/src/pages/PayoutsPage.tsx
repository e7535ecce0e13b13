/** /payouts?stage=&from=&to=&search=: where a creator's earnings are, and what keeps them from being paid. */
import { Container, Group, Stack, Text } from '@mantine/core';
import type { PapersWanted } from '@marquee/validation';
import { Wallet } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { PayoutAccount } from '../features/payouts/PayoutAccount.tsx';
import { PayoutEntry } from '../features/payouts/PayoutEntry.tsx';
import { ReturnedPayouts } from '../features/payouts/ReturnedPayouts.tsx';
import { STAGE_LABELS, STAGES, type Stage } from '../features/payouts/payouts.ts';
import { DownloadButton } from '../features/receipts/DownloadButton.tsx';
import { FileLinks } from '../features/receipts/FileLinks.tsx';
import { isAll, NothingFound, PapersFilter, papersOf } from '../features/receipts/PapersFilter.tsx';
import { paths } from '../paths.ts';
import { requireCreator } from '../session.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Head } from '../ui/Head.tsx';
import { Money } from '../ui/Money.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { plural } from '../ui/plural.ts';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCreator(request);
  const asked = new URL(request.url).searchParams.get('stage');
  const stage = STAGES.find((each) => each === asked);
  const input = { ...papersOf(request), ...(stage !== undefined && { stage }) };
  await orFail(
    Promise.all([
      data.payouts.summary.fetch(undefined, FRESH),
      data.payouts.page.fetchInfinite(input, { ...FRESH, ...paging }),
    ]),
    'Failed to load payouts',
  );
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const { stage: shown, ...wanted } = input;
  const [summary] = trpc.payouts.summary.useSuspenseQuery();
  const [{ pages }, list] = trpc.payouts.page.useSuspenseInfiniteQuery(input, paging);
  const payouts = pages.flatMap((page) => page.items);
  const at = (stage: Stage) => summary.stages.find((each) => each.stage === stage) ?? { cents: 0, count: 0 };
  const figure = (stage: Stage, note: string) => ({
    label: STAGE_LABELS[stage],
    value: <Money cents={at(stage).cents} />,
    note: `${plural(at(stage).count, 'booking')}, ${note}`,
  });
  return (
    <Container size="lg" py="xl">
      <Head title="Payouts" />
      <PageHeader
        title="Payouts"
        description="You receive the full price of every package. The brand pays the platform fee on top."
      />
      <Stack gap="lg">
        <ReturnedPayouts returned={summary.returned} />
        <PayoutAccount account={summary.account} />
        <Figures
          label="Where your earnings are"
          figures={[
            figure('on_hold', 'held by the platform'),
            figure('on_the_way', 'being transferred'),
            figure('blocked', 'waiting for something'),
            {
              label: 'Paid out',
              value: <Money cents={summary.paidOutCents} />,
              note: `${plural(at('paid_out').count, 'booking')}, less what was taken back`,
            },
          ]}
        />
        <section aria-label="Payouts per booking">
          <Choices
            label="Payouts by stage"
            choices={[undefined, ...STAGES].map((stage) => ({
              label: stage === undefined ? 'All' : STAGE_LABELS[stage],
              to: paths.payouts({ ...wanted, ...(stage !== undefined && { stage }) }),
              chosen: stage === shown,
            }))}
          />
          {(payouts.length > 0 || !isAll(wanted)) && (
            <PapersFilter
              wanted={wanted}
              searchLabel="Package or brand"
              to={(to) => paths.payouts({ ...to, ...(shown !== undefined && { stage: shown }) })}
            />
          )}
          {payouts.length === 0 && !isAll(wanted) ? (
            <NothingFound list={list} what="payout" />
          ) : payouts.length === 0 ? (
            <EmptyState
              icon={<Wallet size={36} strokeWidth={1.5} aria-hidden />}
              title={shown === undefined ? 'No payouts yet' : `Nothing is ${STAGE_LABELS[shown].toLowerCase()}`}
              {...(shown === undefined && {
                text: 'When you accept a booking, the brand’s card is charged and what you will receive shows up here.',
              })}
            />
          ) : (
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
              {payouts.map((payout) => (
                <PayoutEntry key={payout.id} payout={payout} account={summary.account} />
              ))}
            </Stack>
          )}
          <More list={list} />
        </section>
        <Statements months={summary.months} wanted={wanted} />
      </Stack>
    </Container>
  );
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A statement of every month in which money went to the creator, and a table of what was paid out in any days. */
function Statements({ months, wanted: { from, to } }: { months: readonly string[]; wanted: PapersWanted }) {
  if (months.length === 0) return null;
  const days = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return (
    <Section title="Monthly statements">
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {months.map((month) => {
          const name = monthFormat.format(new Date(`${month}-01T00:00:00Z`));
          return (
            <Group component="li" key={month} justify="space-between" gap="sm">
              <Text>{name}</Text>
              <FileLinks
                of={name}
                pdf={paths.monthFile({ month, form: 'pdf' })}
                csv={paths.monthFile({ month, form: 'csv' })}
              />
            </Group>
          );
        })}
        <Group component="li" justify="space-between" gap="sm">
          <Text>{isAll(days) ? 'Everything that was paid out' : 'What was paid out in the days chosen above'}</Text>
          <DownloadButton
            label="CSV"
            name="Download what was paid out as one CSV table"
            href={paths.payoutFiles(days)}
          />
        </Group>
      </Stack>
    </Section>
  );
}
