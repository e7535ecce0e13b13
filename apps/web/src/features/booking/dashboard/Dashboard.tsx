import { Anchor, Badge, Button, Container, Group, Stack, Text } from '@mantine/core';
import { hasPermission } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { SignedInUser } from '../../../session.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { Columns } from '../../../ui/Columns.tsx';
import { StatList, type Stat } from '../../../ui/StatList.tsx';
import { PageMeta } from '../../../ui/PageMeta.tsx';
import { Money } from '../../../ui/Money.tsx';
import { useNow } from '../../../lib/readerClock.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { CreatorResponseStats } from '../../catalog/availability/CreatorResponseStats.tsx';
import { UnverifiedEmailCallout } from '../../identity/auth/UnverifiedEmailCallout.tsx';
import type { Side } from '@marquee/booking';
import { SetupChecklist, CREATOR_CHECKLIST_TEXTS, listCreatorSteps } from '../../identity/settings/SetupChecklist.tsx';
import { BankReturnCallout, PayoutSetupNeededCallout } from '../../money/payouts/PayoutCallouts.tsx';
import { RecentBooking } from './RecentBooking.tsx';
import { canSeePayoutSetup, LOADED_BY_ROUTE } from './loadDashboard.ts';
import {
  FindCreatorPanel,
  ManageServicesPanel,
  QuickSetupPanel,
  RepresentedCreatorsPanel,
  YourProfilePanel,
} from './Panels.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { WaitingForYou } from './WaitingForYou.tsx';

/** Renders the dashboard (requirements R2.59 to R2.61), which is the home page of signed-in users. */
export function Dashboard({ user }: { user: SignedInUser }) {
  const isBrand = user.userType === 'brand';
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Dashboard" />
      <PageHeader
        title="Dashboard"
        description={formatWelcome(user)}
        badge={
          <Badge component="span" size="lg" variant="light" tt="none">
            {isBrand ? 'Brand' : 'Creator'}
          </Badge>
        }
      />
      <Stack gap="lg">
        {isBrand ? <BrandSections /> : <CreatorSections user={user} />}
        <RecentActivity user={user} />
      </Stack>
    </Container>
  );
}

/** Greets the user. In the workspace of a company or another creator, also names the workspace. */
function formatWelcome({ fullName, workspaceName, forAgency, isAlone }: SignedInUser): string {
  const welcome = `Welcome, ${fullName}.`;
  if (forAgency !== null) return `${welcome} You act for ${workspaceName}.`;
  return isAlone || fullName === workspaceName ? welcome : `${welcome} You work for ${workspaceName}.`;
}

/** Asks a brand to search before it shows figures, which are zero until the first booking. */
function BrandSections() {
  const { data: progress } = trpc.profiles.onboardingProgress.useQuery(undefined, LOADED_BY_ROUTE);
  return (
    <>
      <RecentBooking />
      <WaitingForYou side="brand" />
      <FindCreatorPanel />
      <UnverifiedEmailCallout />
      {progress?.hasBooked !== false && <DashboardStats side="brand" />}
    </>
  );
}

function CreatorSections({ user }: { user: SignedInUser }) {
  const { data: progress } = trpc.profiles.onboardingProgress.useQuery(undefined, LOADED_BY_ROUTE);
  const canSetUp = canSeePayoutSetup(user);
  const { data: setup } = trpc.payouts.setup.useQuery(undefined, { ...LOADED_BY_ROUTE, enabled: canSetUp });
  // If money is held back, a warning already asks for the payout setup.
  const isPayoutHeld = setup !== undefined && !setup.payoutsEnabled && setup.blockedCents > 0;
  const steps = progress === undefined ? [] : listCreatorSteps(progress);
  const hasOpenStep = steps.some(({ isDone, to }) => !isDone && !(isPayoutHeld && to === paths.payouts()));
  const canEdit = hasPermission(user.memberRole, 'catalog.edit');
  // Assistants and the people of the creator's own agency cannot see which creators the workspace represents.
  const isAgency =
    progress?.isAgency === true && user.forAgency === null && hasPermission(user.memberRole, 'documents.read');
  const hasPackage = progress?.hasPackage !== false;
  const showsServices = hasPackage || !isAgency;
  const showsSample = canEdit && !hasPackage && !isAgency;
  return (
    <>
      <WaitingForYou side="creator" />
      <UnverifiedEmailCallout />
      {hasOpenStep && canEdit && showsServices && user.forAgency === null && (
        <SetupChecklist steps={steps} words={CREATOR_CHECKLIST_TEXTS} />
      )}
      {canSetUp && <PayoutSetupCallout />}
      <DashboardStats side="creator" />
      <Columns count={(isAgency && showsServices) || showsSample ? 3 : 2} from="md" gap="lg">
        {isAgency && <RepresentedCreatorsPanel />}
        {showsServices && <ManageServicesPanel canEdit={canEdit} />}
        <YourProfilePanel user={user} />
        {showsSample && <QuickSetupPanel />}
      </Columns>
    </>
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
 * Shows the four stat cards. If loading fails, they show zeros (requirements R8.20), with a note that these are not the
 * real values.
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
      <StatList label="Your stats" figures={side === 'creator' ? listCreatorStats(stats) : listBrandStats(stats)} />
      {stats.clock !== null && (
        <Stack gap={4} mt="sm">
          <Text size="sm" c="dimmed">
            Brands see this on your profile.
          </Text>
          <CreatorResponseStats clock={stats.clock} />
        </Stack>
      )}
      {isError && (
        <Group gap="sm" mt="sm" role="alert">
          <Text size="sm">Your stats could not be loaded</Text>
          <Button size="sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Group>
      )}
    </div>
  );
}

/** Lists the figures of a creator. Members without access to the earnings see the active bookings instead. */
const listCreatorStats = (stats: DashboardStats): Stat[] => [
  ...(stats.totalEarningsCents === null || stats.thisMonthCents === null || stats.lastMonthCents === null
    ? [
        { label: 'Pending Bookings', value: stats.pendingBookings, note: 'Waiting for an answer' },
        { label: 'Active Bookings', value: stats.activeBookings, note: 'Accepted or in progress' },
      ]
    : [
        { label: 'Total Earnings', value: <Money cents={stats.totalEarningsCents} />, note: 'From completed bookings' },
        {
          label: 'This Month',
          value: <Money cents={stats.thisMonthCents} />,
          note: <MonthlyChange thisMonthCents={stats.thisMonthCents} lastMonthCents={stats.lastMonthCents} />,
        },
      ]),
  { label: 'Completed Bookings', value: stats.completedBookings, note: <PendingBookingsLink stats={stats} /> },
  { label: 'Profile Views', value: stats.profileViews, note: 'Last 30 days' },
];

const listBrandStats = (stats: DashboardStats): Stat[] => [
  { label: 'Total Spent', value: <Money cents={stats.totalSpentCents} />, note: 'Including fees' },
  { label: 'Spent This Month', value: <Money cents={stats.spentThisMonthCents} />, note: 'Including fees' },
  { label: 'Active Bookings', value: stats.activeBookings, note: 'Accepted or in progress' },
  { label: 'Completed Bookings', value: stats.completedBookings, note: <PendingBookingsLink stats={stats} /> },
];

/** Compares this month with the same days of last month (requirements R9.2). */
function MonthlyChange({ thisMonthCents, lastMonthCents }: { thisMonthCents: number; lastMonthCents: number }) {
  const { thisMonth, lastMonth } = formatComparedSpans(new Date(useNow()));
  if (lastMonthCents === 0) return thisMonth;
  const percent = Math.round(((thisMonthCents - lastMonthCents) / lastMonthCents) * 100);
  return (
    <>
      <span>{`${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}% from last month`}</span>
      <br />
      <span>{`${thisMonth} vs. ${lastMonth}`}</span>
    </>
  );
}

const formatMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Formats the days that the API compares, such as 'Nov 1–25' and 'Oct 1–25'. Its months are in UTC. */
function formatComparedSpans(now: Date): { thisMonth: string; lastMonth: string } {
  const day = now.getUTCDate();
  const lastMonthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
  return {
    thisMonth: `${formatMonth.format(now)} 1–${day}`,
    lastMonth: `${formatMonth.format(lastMonthEnd)} 1–${Math.min(day, lastMonthEnd.getUTCDate())}`,
  };
}

const PendingBookingsLink = ({ stats }: { stats: DashboardStats }) =>
  stats.pendingBookings === 0 ? (
    '0 pending'
  ) : (
    <Anchor component={Link} to={paths.bookings({ status: 'pending' })} size="sm" display="inline-block" py={2}>
      {stats.pendingBookings} pending
    </Anchor>
  );
