/** /admin: what waits for staff, and what the platform took this month. */
import { Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { Figures } from '../ui/Figures.tsx';
import { Head } from '../ui/Head.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Notice } from '../ui/Notice.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader() {
  await orFail(data.admin.overview.fetch(undefined, FRESH), 'Failed to load the overview');
  return null;
}

const To = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} to={to} underline="always" inherit>
    {children}
  </Anchor>
);

export function Page() {
  const [work] = trpc.admin.overview.useSuspenseQuery();
  const { thisMonth } = work;
  return (
    <>
      <Head title="Admin" />
      <PageHeader title="Admin" description="What waits for somebody, and how the month is going." />
      <Stack gap="lg">
        {!work.acceptsFiles && (
          <Notice tone="warning" title="Uploads are refused">
            The server’s disk is nearly full. Free some space, or lower STORAGE_MIN_FREE_MB.
          </Notice>
        )}
        <Figures
          label="Waiting for somebody"
          figures={[
            { label: 'Open disputes', value: work.openDisputes, note: <To to={paths.adminDisputes()}>Decide</To> },
            {
              label: 'Chargebacks to answer',
              value: work.unansweredChargebacks,
              note: <To to={paths.adminChargebacks()}>Tell the bank</To>,
            },
            {
              label: 'Blocked payouts',
              value: work.blockedPayouts,
              note: (
                <span>
                  <Money cents={work.blockedCents} /> · <To to={paths.adminPayouts()}>See why</To>
                </span>
              ),
            },
            { label: 'Exceptions', value: work.exceptions, note: <To to={paths.adminExceptions()}>Look at them</To> },
            {
              label: 'Reports and appeals',
              value: work.reports + work.appeals,
              note: (
                <To to={paths.adminReports(work.reports === 0 && work.appeals > 0 ? { show: 'appeals' } : {})}>
                  Decide
                </To>
              ),
            },
            {
              label: 'Follower figures to check',
              value: work.proofs,
              note: <To to={paths.adminProofs()}>Look at the pictures</To>,
            },
            {
              label: 'Unanswered messages',
              value: work.unansweredMessages,
              note: <To to={paths.adminMessages()}>Read</To>,
            },
            {
              label: 'Refunds in flight',
              value: work.refundsInFlight,
              note: (
                <span>
                  <Money cents={work.refundsInFlightCents} /> · <To to={paths.adminRefunds()}>See them</To>
                </span>
              ),
            },
            {
              label: 'Bookings of suspended people',
              value: work.attention,
              note: <To to={paths.adminBookings({ show: 'attention' })}>Look at them</To>,
            },
          ]}
        />
        <Figures
          label="This month"
          figures={[
            {
              label: 'Revenue this month',
              value: <Money cents={thisMonth.feesCents} />,
              note: 'Fees of released bookings',
            },
            {
              label: 'Captured this month',
              value: <Money cents={thisMonth.capturedCents} />,
              note: 'Charged to cards',
            },
            { label: 'Paid out this month', value: <Money cents={thisMonth.paidOutCents} />, note: 'To creators' },
            {
              label: 'Held now',
              value: <Money cents={thisMonth.heldCents} />,
              note: <To to={paths.adminRevenue()}>All months</To>,
            },
          ]}
        />
      </Stack>
    </>
  );
}
