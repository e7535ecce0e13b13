/**
 * /trust: the time and result of the last comparison between the platform's records and the payment provider's, and
 * the amount held for bookings.
 */
import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { Link, useLoaderData } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, trpc, type RouterOutputs } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatList } from '../../ui/StatList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Money } from '../../ui/Money.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { createNotFoundResponse, withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader() {
  try {
    await queryUtils.reconciliation.trust.ensureData();
    return true;
  } catch (error) {
    if (getFailureCode(error) === 'TRUST_PAGE_OFF') return createNotFoundResponse();
    return withLoadError(Promise.reject(error), 'Failed to load the trust page');
  }
}

export function Page() {
  return useLoaderData<typeof loader>() === null ? <TrustPageOff /> : <TrustReport />;
}

const TrustPageOff = () => (
  <Container size="sm" py="xl">
    <PageMeta title="Not Found" />
    <EmptyState
      wholeScreen
      title="There is nothing at this address"
      action={
        <Button component={Link} to={paths.home()}>
          Go to the start page
        </Button>
      }
    />
  </Container>
);

function TrustReport() {
  const [{ last, openExceptions }] = trpc.reconciliation.trust.useSuspenseQuery();
  return (
    <Container size="md" py="xl">
      <PageMeta
        title="Trust"
        description={`The latest comparison of ${PRODUCT_NAME}’s payment records with those of its payment provider.`}
        canonical={paths.trust()}
      />
      <PageHeader
        title="Trust"
        description="Every night, we compare our payment records with those of our payment provider. This is the latest result."
      />
      <Stack gap="lg">
        {last === null ? (
          <Callout tone="info" icon={<Hourglass size={20} aria-hidden />} title="The first check is not complete yet">
            The result appears here when the check is complete.
          </Callout>
        ) : (
          <ReconciliationResult last={last} />
        )}
        {last !== null && (
          <StatList
            label="Latest check"
            figures={[
              {
                label: 'Transactions',
                value: last.movements.toLocaleString('en-US'),
                note: 'Charges, payouts and refunds',
              },
              {
                label: 'Held for bookings',
                value: <Money cents={last.heldCents} />,
                note: `For ${pluralize(last.heldBookings, 'booking')}, at the time of the check`,
              },
              {
                label: 'Open exceptions',
                value: openExceptions.toLocaleString('en-US'),
                note: 'Cases under review by our staff',
              },
            ]}
          />
        )}
        <section aria-labelledby="how">
          <Title order={2} id="how" fz="xl" mb="sm">
            What is checked
          </Title>
          <Text maw={680}>
            We hold a brand’s payment until the work is approved or the payment is refunded. Our ledger records where
            each amount comes from and where it goes, so the entries of a transaction always add up to zero. The nightly
            check verifies these sums, and that our payment provider has the same charge, payout or refund with the same
            amount. Our staff reviews every difference.
          </Text>
          <Text maw={680} mt="sm">
            An exception is a case that our staff has to decide, such as a payout without a bank account or a reversed
            charge. It does not change who owns the money.
          </Text>
        </section>
      </Stack>
    </Container>
  );
}

type LastReconciliation = NonNullable<RouterOutputs['reconciliation']['trust']['last']>;

function ReconciliationResult({ last }: { last: LastReconciliation }) {
  const at = last.finishedAt === null ? '' : formatUtcTime(last.finishedAt);
  return last.differences === 0 ? (
    <Callout key="agree" tone="info" icon={<CircleCheck size={20} aria-hidden />} title="The records match">
      Checked on {at}. We found no differences in {pluralize(last.movements, 'transaction')}.
    </Callout>
  ) : (
    <Callout
      key="differ"
      tone="warning"
      icon={<TriangleAlert size={20} aria-hidden />}
      title={`${pluralize(last.differences, 'difference')} in ${pluralize(last.movements, 'transaction')}`}
    >
      Checked on {at}. Our staff is reviewing each difference.
    </Callout>
  );
}

/** Formats times in UTC, because the server renders the same page for all visitors. */
const UTC_TIME_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const formatUtcTime = (at: string): string => `${UTC_TIME_FORMAT.format(new Date(at))} (UTC)`;
