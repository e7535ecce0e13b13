import { Anchor, Badge, Button, Container, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { SignedInUser } from '../../session.ts';
import { trpc, type RouterOutputs } from '../../trpc.ts';
import { Columns } from '../../ui/Columns.tsx';
import { StatList, type Stat } from '../../ui/StatList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Money } from '../../ui/Money.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CreatorResponseStats } from '../availability/CreatorResponseStats.tsx';
import { WaitingListEntries } from '../availability/WaitingListEntries.tsx';
import { UnverifiedEmailCallout } from '../auth/UnverifiedEmailCallout.tsx';
import type { Side } from '@marquee/booking';
import {
  BRAND_CHECKLIST_TEXTS,
  listBrandSteps,
  SetupChecklist,
  CREATOR_CHECKLIST_TEXTS,
  listCreatorSteps,
} from '../settings/SetupChecklist.tsx';
import { WaitingOffers } from '../offers/WaitingOffers.tsx';
import { BankReturnCallout, PayoutSetupNeededCallout } from '../payouts/PayoutCallouts.tsx';
import { RecentBooking } from './RecentBooking.tsx';
import { LOADED_BY_ROUTE } from './loadDashboard.ts';
import {
  FindCreatorPanel,
  ManageServicesPanel,
  QuickSetupPanel,
  YourBookingsPanel,
  YourProfilePanel,
} from './Panels.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { WaitingBookings } from './WaitingBookings.tsx';

/** Renders the dashboard (spec §2), which is the home page of signed-in users. */
export function Dashboard({ user }: { user: SignedInUser }) {
  const isBrand = user.userType === 'brand';
  const { data: begun } = trpc.profiles.onboardingProgress.useQuery(undefined, LOADED_BY_ROUTE);
  const steps = begun === undefined ? [] : isBrand ? listBrandSteps(begun) : listCreatorSteps(begun);
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Dashboard" />
      <PageHeader
        title="Dashboard"
        description={`Welcome, ${user.fullName}.`}
        badge={
          <Badge component="span" size="lg" variant="light" tt="none">
            {isBrand ? 'Brand' : 'Creator'}
          </Badge>
        }
      />
      <Stack gap="lg">
        {isBrand && <RecentBooking />}
        <UnverifiedEmailCallout />
        <WaitingBookings side={isBrand ? 'brand' : 'creator'} />
        <WaitingOffers />
        {isBrand && <WaitingListEntries />}
        {begun !== undefined && steps.some(({ isDone }) => !isDone) && (
          <SetupChecklist steps={steps} words={isBrand ? BRAND_CHECKLIST_TEXTS : CREATOR_CHECKLIST_TEXTS} />
        )}
        {!isBrand && <PayoutSetupCallout />}
        <DashboardStats side={isBrand ? 'brand' : 'creator'} />
        <Columns count={isBrand || begun?.hasPackage !== false ? 2 : 3} from={isBrand ? 'sm' : 'md'} gap="lg">
          {isBrand ? (
            <>
              <YourBookingsPanel />
              <FindCreatorPanel />
            </>
          ) : (
            <>
              <ManageServicesPanel />
              <YourProfilePanel user={user} />
              {begun?.hasPackage === false && <QuickSetupPanel />}
            </>
          )}
        </Columns>
        <RecentActivity user={user} />
      </Stack>
    </Container>
  );
}

function PayoutSetupCallout() {
  const { data: setup } = trpc.payouts.setup.useQuery(undefined, LOADED_BY_ROUTE);
  if (setup === undefined) return null;
  if (setup.isBankRefused) return <BankReturnCallout />;
  // If no money is held back, the onboarding checklist already asks for the payout setup.
  return setup.payoutsEnabled || setup.blockedCents === 0 ? null : (
    <PayoutSetupNeededCallout blockedCents={setup.blockedCents} />
  );
}

type DashboardStats = RouterOutputs['profiles']['dashboard'];

const ZERO_STATS: DashboardStats = {
  totalEarningsCents: 0,
  thisMonthCents: 0,
  lastMonthCents: 0,
  totalSpentCents: 0,
  spentThisMonthCents: 0,
  completedBookings: 0,
  pendingBookings: 0,
  activeBookings: 0,
  profileViews: 0,
  clock: null,
};

/**
 * Shows the four stat cards of spec §8. If loading fails, they show zeros, with a note that these are not the real
 * values.
 */
function DashboardStats({ side }: { side: Side }) {
  const {
    data: stats = ZERO_STATS,
    isError,
    isFetching,
    refetch,
  } = trpc.profiles.dashboard.useQuery(undefined, LOADED_BY_ROUTE);
  return (
    <div>
      <StatList label="Your figures" figures={side === 'creator' ? listCreatorStats(stats) : listBrandStats(stats)} />
      {stats.clock !== null && (
        <Stack gap={4} mt="sm">
          <Text size="sm" c="dimmed">
            What brands read on your profile:
          </Text>
          <CreatorResponseStats clock={stats.clock} />
        </Stack>
      )}
      {isError && (
        <Group gap="sm" mt="sm" role="alert">
          <Text size="sm">Figures could not be loaded</Text>
          <Button size="sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Group>
      )}
    </div>
  );
}

const listCreatorStats = (stats: DashboardStats): Stat[] => [
  { label: 'Total Earnings', value: <Money cents={stats.totalEarningsCents} />, note: 'From completed bookings' },
  { label: 'This Month', value: <Money cents={stats.thisMonthCents} />, note: formatMonthlyChange(stats) },
  { label: 'Completed Bookings', value: stats.completedBookings, note: <PendingBookingsLink stats={stats} /> },
  { label: 'Profile Views', value: stats.profileViews, note: 'Last 30 days' },
];

const listBrandStats = (stats: DashboardStats): Stat[] => [
  { label: 'Total Spent', value: <Money cents={stats.totalSpentCents} />, note: 'Charged, with fees' },
  { label: 'Spent This Month', value: <Money cents={stats.spentThisMonthCents} />, note: 'So far' },
  { label: 'Active Bookings', value: stats.activeBookings, note: 'Accepted or in progress' },
  { label: 'Completed Bookings', value: stats.completedBookings, note: <PendingBookingsLink stats={stats} /> },
];

/**
 * Returns the change since last month in percent, or 'So far' if last month's value was 0. The text in spec §9 has a
 * fixed '+12% from last month' instead.
 */
function formatMonthlyChange({ thisMonthCents, lastMonthCents }: DashboardStats): string {
  if (lastMonthCents === 0) return 'So far';
  const percent = Math.round(((thisMonthCents - lastMonthCents) / lastMonthCents) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}% from last month`;
}

const PendingBookingsLink = ({ stats }: { stats: DashboardStats }) => (
  <Anchor component={Link} to={paths.bookings({ status: 'pending' })} size="sm" display="inline-block" py={2}>
    {stats.pendingBookings} pending
  </Anchor>
);
