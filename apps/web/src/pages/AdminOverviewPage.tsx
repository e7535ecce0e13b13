/** /admin: the number of open tasks for staff, and this month's revenue. */
import { Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../trpc.ts';
import { StatList } from '../ui/StatList.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Callout } from '../ui/Callout.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';

export async function loader() {
  await withLoadError(queryUtils.admin.overview.fetch(undefined, ALWAYS_FRESH), 'Failed to load the overview');
  return null;
}

const InlineLink = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} to={to} underline="always" inherit>
    {children}
  </Anchor>
);

export function Page() {
  const [work] = trpc.admin.overview.useSuspenseQuery();
  const { thisMonth } = work;
  return (
    <>
      <PageMeta title="Admin" />
      <PageHeader title="Admin" description="What waits for somebody, and how the month is going." />
      <Stack gap="lg">
        {!work.acceptsFiles && (
          <Callout tone="warning" title="Uploads are refused">
            The server’s disk is nearly full. Free some space, or lower STORAGE_MIN_FREE_MB.
          </Callout>
        )}
        <StatList
          label="Waiting for somebody"
          figures={[
            {
              label: 'Open disputes',
              value: work.openDisputes,
              note: <InlineLink to={paths.adminDisputes()}>Decide</InlineLink>,
            },
            {
              label: 'Chargebacks to answer',
              value: work.unansweredChargebacks,
              note: <InlineLink to={paths.adminChargebacks()}>Tell the bank</InlineLink>,
            },
            {
              label: 'Blocked payouts',
              value: work.blockedPayouts,
              note: (
                <span>
                  <Money cents={work.blockedCents} /> · <InlineLink to={paths.adminPayouts()}>See why</InlineLink>
                </span>
              ),
            },
            {
              label: 'Exceptions',
              value: work.exceptions,
              note: <InlineLink to={paths.adminExceptions()}>Look at them</InlineLink>,
            },
            {
              label: 'Reports and appeals',
              value: work.reports + work.appeals,
              note: (
                <InlineLink to={paths.adminReports(work.reports === 0 && work.appeals > 0 ? { show: 'appeals' } : {})}>
                  Decide
                </InlineLink>
              ),
            },
            {
              label: 'Follower figures to check',
              value: work.proofs,
              note: <InlineLink to={paths.adminProofs()}>Look at the pictures</InlineLink>,
            },
            {
              label: 'Unanswered messages',
              value: work.unansweredMessages,
              note: <InlineLink to={paths.adminMessages()}>Read</InlineLink>,
            },
            {
              label: 'Refunds in flight',
              value: work.refundsInFlight,
              note: (
                <span>
                  <Money cents={work.refundsInFlightCents} /> ·{' '}
                  <InlineLink to={paths.adminRefunds()}>See them</InlineLink>
                </span>
              ),
            },
            {
              label: 'Bookings of suspended people',
              value: work.attention,
              note: <InlineLink to={paths.adminBookings({ show: 'attention' })}>Look at them</InlineLink>,
            },
          ]}
        />
        <StatList
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
              note: <InlineLink to={paths.adminRevenue()}>All months</InlineLink>,
            },
          ]}
        />
      </Stack>
    </>
  );
}
