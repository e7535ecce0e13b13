/**
 * /payouts?stage=&from=&to=&search=: a creator's payouts, their status, and the details that are missing to receive
 * them.
 */
import { Container, Stack, Text } from '@mantine/core';
import { describeRolesWith, hasPermission } from '@marquee/contracts';
import type { DocumentFilter } from '@marquee/validation';
import { Wallet } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { MoneyTabs } from '../../features/money/payouts/MoneyTabs.tsx';
import { PayoutHoldCallout } from '../../features/money/payouts/PayoutHoldCallout.tsx';
import { PayoutAccountSection } from '../../features/money/payouts/PayoutAccountSection.tsx';
import { PayoutCard } from '../../features/money/payouts/PayoutCard.tsx';
import { ReturnedPayoutsCallout } from '../../features/money/payouts/ReturnedPayoutsCallout.tsx';
import { PAYOUT_STAGE_LABELS, PAYOUT_LIST_STAGES, type PayoutListStage } from '../../features/money/payouts/payouts.ts';
import { DownloadButton } from '../../features/money/receipts/DownloadButton.tsx';
import {
  isFilterEmpty,
  NoDocumentsFound,
  DocumentFilterForm,
  parseDocumentFilter,
} from '../../features/money/receipts/DocumentFilterForm.tsx';
import { paths } from '../../paths.ts';
import { requireCreator, useUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { ChoiceLinks } from '../../ui/ChoiceLinks.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatList } from '../../ui/StatList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Money } from '../../ui/Money.tsx';
import { LoadMore, cursorPaging } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { StackList } from '../../ui/StackList.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCreator(request);
  const requestedStage = new URL(request.url).searchParams.get('stage');
  const stage = PAYOUT_LIST_STAGES.find((each) => each === requestedStage);
  const input = { ...parseDocumentFilter(request), ...(stage !== undefined && { stage }) };
  await withLoadError(
    Promise.all([
      queryUtils.payouts.summary.fetch(undefined, ALWAYS_FRESH),
      queryUtils.payouts.list.fetchInfinite(input, { ...ALWAYS_FRESH, ...cursorPaging }),
    ]),
    'Failed to load payouts',
  );
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const { stage: shownStage, ...wanted } = input;
  const user = useUser();
  const [summary] = trpc.payouts.summary.useSuspenseQuery();
  const [{ pages }, list] = trpc.payouts.list.useSuspenseInfiniteQuery(input, cursorPaging);
  const payouts = pages.flatMap((page) => page.items);
  const at = (stage: PayoutListStage) => summary.stages.find((each) => each.stage === stage) ?? { cents: 0, count: 0 };
  const figure = (stage: PayoutListStage, note: string) => ({
    label: PAYOUT_STAGE_LABELS[stage],
    value: <Money cents={at(stage).cents} />,
    note: `${pluralize(at(stage).count, 'booking')}, ${note}`,
  });
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Payouts" />
      <PageHeader
        title="Payouts"
        description="You receive the full price of every package. The brand pays the platform fee on top."
      />
      <MoneyTabs />
      <Stack gap="lg">
        <PayoutHoldCallout account={summary.account} />
        <ReturnedPayoutsCallout returned={summary.returned} />
        {user === null || hasPermission(user.memberRole, 'payouts.manage') ? (
          <PayoutAccountSection account={summary.account} />
        ) : (
          <Text size="sm" c="dimmed">
            {describeRolesWith('payouts.manage', user.userType)} can set up and change the payout account.
          </Text>
        )}
        <StatList
          label="Earnings by stage"
          figures={[
            figure('on_hold', 'not released yet'),
            figure('on_the_way', 'being transferred'),
            figure('blocked', 'cannot be sent yet'),
            {
              label: 'Paid out',
              value: <Money cents={summary.paidOutCents} />,
              note: `${pluralize(at('paid_out').count, 'booking')}, minus reversed payouts`,
            },
          ]}
        />
        <section aria-label="Payouts per booking">
          <ChoiceLinks
            label="Payouts by stage"
            choices={[undefined, ...PAYOUT_LIST_STAGES].map((stage) => ({
              label: stage === undefined ? 'All' : PAYOUT_STAGE_LABELS[stage],
              to: paths.payouts({ ...wanted, ...(stage !== undefined && { stage }) }),
              chosen: stage === shownStage,
            }))}
          />
          {(payouts.length > 0 || !isFilterEmpty(wanted)) && (
            <DocumentFilterForm
              wanted={wanted}
              searchLabel="Package or brand"
              to={(to) => paths.payouts({ ...to, ...(shownStage !== undefined && { stage: shownStage }) })}
            >
              <DownloadButton
                label="CSV"
                name="Download everything paid out in the chosen period as CSV"
                href={paths.payoutFiles(getPeriod(wanted))}
              />
            </DocumentFilterForm>
          )}
          {payouts.length === 0 && !isFilterEmpty(wanted) ? (
            <NoDocumentsFound list={list} what="payout" />
          ) : payouts.length === 0 ? (
            <EmptyState
              icon={<Wallet size={36} strokeWidth={1.5} aria-hidden />}
              title={
                shownStage === undefined
                  ? 'No payouts yet'
                  : `No payouts ${PAYOUT_STAGE_LABELS[shownStage].toLowerCase()}`
              }
              {...(shownStage === undefined && {
                text: 'Your payouts appear here when you accept a booking and the brand’s card is charged.',
              })}
            />
          ) : (
            <StackList gap="sm">
              {payouts.map((payout) => (
                <PayoutCard key={payout.id} payout={payout} account={summary.account} />
              ))}
            </StackList>
          )}
          <LoadMore list={list} />
        </section>
      </Stack>
    </Container>
  );
}

const getPeriod = ({ from, to }: DocumentFilter): DocumentFilter => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});
