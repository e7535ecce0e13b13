/**
 * /trust: the time and result of the last comparison between the platform's records and the payment provider's, and
 * the amount held for bookings.
 */
import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/booking';
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { Link, useLoaderData } from 'react-router-dom';
import { paths } from '../paths.ts';
import { getFailureCode } from '../lib/errors.ts';
import { queryUtils, trpc, type RouterOutputs } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { StatList } from '../ui/StatList.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { Money } from '../ui/Money.tsx';
import { Callout } from '../ui/Callout.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { pluralize } from '../lib/pluralize.ts';
import { createNotFoundResponse, withLoadError } from '../ui/RouteErrorScreen.tsx';

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
        description={`When the books of ${PRODUCT_NAME} were last held against the payment provider's, and with what result.`}
        canonical={paths.trust()}
      />
      <PageHeader
        title="Trust"
        description="Your money is on our payment provider’s books and on ours. Every night we hold the two against each other, and say here what came out."
      />
      <Stack gap="lg">
        {last === null ? (
          <Callout tone="info" icon={<Hourglass size={20} aria-hidden />} title="The first check is not finished yet">
            Its result stands here as soon as it is.
          </Callout>
        ) : (
          <ReconciliationResult last={last} />
        )}
        {last !== null && (
          <StatList
            label="What the check looked at"
            figures={[
              {
                label: 'Movements of money',
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
                note: 'Cases that somebody of our staff looks at now',
              },
            ]}
          />
        )}
        <section aria-labelledby="how">
          <Title order={2} id="how" fz="xl" mb="sm">
            What is checked
          </Title>
          <Text maw={680}>
            A brand’s payment is held until the work is approved, or given back. Every movement is written into a ledger
            whose entries add up to nothing: what goes to one comes from another. The nightly check adds up each of
            them, and looks whether our payment provider has the same charge, payout or refund with the same amount.
            What does not fit is a difference, and somebody looks at it.
          </Text>
          <Text maw={680} mt="sm">
            An exception is a case that we do not let a program decide, such as a payout that waits for a bank account
            or a charge that a bank took back. It says nothing about whose money it is.
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
    <Callout key="agree" tone="info" icon={<CircleCheck size={20} aria-hidden />} title="The books agree">
      Checked on {at}: no difference in {pluralize(last.movements, 'movement')}.
    </Callout>
  ) : (
    <Callout
      key="differ"
      tone="warning"
      icon={<TriangleAlert size={20} aria-hidden />}
      title={`${pluralize(last.differences, 'difference')} in ${pluralize(last.movements, 'movement')}`}
    >
      Checked on {at}. Our staff looks at each of them.
    </Callout>
  );
}

/** Formats times in UTC, because the server renders the same page for all visitors. */
const UTC_TIME_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const formatUtcTime = (at: string): string => `${UTC_TIME_FORMAT.format(new Date(at))} (UTC)`;
