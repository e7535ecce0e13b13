/** /trust: when the books were last held against the payment provider's, with what result, and what is held. */
import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/booking';
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { Link, useLoaderData } from 'react-router-dom';
import { paths } from '../paths.ts';
import { failureOf } from '../lib/errors.ts';
import { data, trpc, type Outputs } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Head } from '../ui/Head.tsx';
import { Money } from '../ui/Money.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { plural } from '../ui/plural.ts';
import { notFound, orFail } from '../ui/RouteError.tsx';

export async function loader() {
  try {
    await data.reconciliation.trust.ensureData();
    return true;
  } catch (error) {
    if (failureOf(error) === 'TRUST_PAGE_OFF') return notFound();
    return orFail(Promise.reject(error), 'Failed to load the trust page');
  }
}

export function Page() {
  return useLoaderData<typeof loader>() === null ? <NotShown /> : <Trust />;
}

const NotShown = () => (
  <Container size="sm" py="xl">
    <Head title="Not Found" />
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

function Trust() {
  const [{ last, openExceptions }] = trpc.reconciliation.trust.useSuspenseQuery();
  return (
    <Container size="md" py="xl">
      <Head
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
          <Notice tone="info" icon={<Hourglass size={20} aria-hidden />} title="The first check is not finished yet">
            Its result stands here as soon as it is.
          </Notice>
        ) : (
          <Result last={last} />
        )}
        {last !== null && (
          <Figures
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
                note: `For ${plural(last.heldBookings, 'booking')}, at the time of the check`,
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

type Last = NonNullable<Outputs['reconciliation']['trust']['last']>;

function Result({ last }: { last: Last }) {
  const at = last.finishedAt === null ? '' : moment(last.finishedAt);
  return last.differences === 0 ? (
    <Notice key="agree" tone="info" icon={<CircleCheck size={20} aria-hidden />} title="The books agree">
      Checked on {at}: no difference in {plural(last.movements, 'movement')}.
    </Notice>
  ) : (
    <Notice
      key="differ"
      tone="warning"
      icon={<TriangleAlert size={20} aria-hidden />}
      title={`${plural(last.differences, 'difference')} in ${plural(last.movements, 'movement')}`}
    >
      Checked on {at}. Our staff looks at each of them.
    </Notice>
  );
}

/** In UTC: the server draws the page, and everybody reads the same. */
const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const moment = (at: string): string => `${format.format(new Date(at))} (UTC)`;
