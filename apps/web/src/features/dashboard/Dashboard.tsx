import { Anchor, Badge, Button, Container, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { User } from '../../session.ts';
import { trpc, type Outputs } from '../../trpc.ts';
import { Columns } from '../../ui/Columns.tsx';
import { Figures, type Figure } from '../../ui/Figures.tsx';
import { Head } from '../../ui/Head.tsx';
import { Money } from '../../ui/Money.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReplyClock } from '../availability/ReplyClock.tsx';
import { WaitingPlaces } from '../availability/WaitingPlaces.tsx';
import { UnverifiedNotice } from '../auth/UnverifiedNotice.tsx';
import type { Side } from '@marquee/booking';
import { BRAND_WORDS, brandSteps, Checklist, CREATOR_WORDS, creatorSteps } from '../settings/Checklist.tsx';
import { OffersWaiting } from '../offers/OffersWaiting.tsx';
import { BankNotice, PayoutNotice } from '../payouts/PayoutNotice.tsx';
import { JustBooked } from './JustBooked.tsx';
import { LOADED } from './loadDashboard.ts';
import { FindCreator, ManageServices, QuickSetup, YourBookings, YourProfile } from './Panels.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { Waiting } from './Waiting.tsx';

/** Spec §2 "Dashboard"; / shows it too when somebody is signed in. */
export function Dashboard({ user }: { user: User }) {
  const isBrand = user.userType === 'brand';
  const { data: begun } = trpc.profiles.beginnings.useQuery(undefined, LOADED);
  const steps = begun === undefined ? [] : isBrand ? brandSteps(begun) : creatorSteps(begun);
  return (
    <Container size="lg" py="xl">
      <Head title="Dashboard" />
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
        {isBrand && <JustBooked />}
        <UnverifiedNotice />
        <Waiting side={isBrand ? 'brand' : 'creator'} />
        <OffersWaiting />
        {isBrand && <WaitingPlaces />}
        {begun !== undefined && steps.some(({ isDone }) => !isDone) && (
          <Checklist steps={steps} words={isBrand ? BRAND_WORDS : CREATOR_WORDS} />
        )}
        {!isBrand && <UnfinishedPayouts />}
        <Stats side={isBrand ? 'brand' : 'creator'} />
        <Columns count={isBrand || begun?.hasPackage !== false ? 2 : 3} from={isBrand ? 'sm' : 'md'} gap="lg">
          {isBrand ? (
            <>
              <YourBookings />
              <FindCreator />
            </>
          ) : (
            <>
              <ManageServices />
              <YourProfile user={user} />
              {begun?.hasPackage === false && <QuickSetup />}
            </>
          )}
        </Columns>
        <RecentActivity user={user} />
      </Stack>
    </Container>
  );
}

function UnfinishedPayouts() {
  const { data: setup } = trpc.payouts.setup.useQuery(undefined, LOADED);
  if (setup === undefined) return null;
  if (setup.isBankRefused) return <BankNotice />;
  // Before there is anything to pay out, the list of first steps names it.
  return setup.payoutsEnabled || setup.blockedCents === 0 ? null : <PayoutNotice blockedCents={setup.blockedCents} />;
}

type Stats = Outputs['profiles']['dashboard'];

const ZEROS: Stats = {
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

/** The four stat cards. Spec §8: when they cannot be loaded they show zeros; that these are none is said beside. */
function Stats({ side }: { side: Side }) {
  const { data: stats = ZEROS, isError, isFetching, refetch } = trpc.profiles.dashboard.useQuery(undefined, LOADED);
  return (
    <div>
      <Figures label="Your figures" figures={side === 'creator' ? creatorFigures(stats) : brandFigures(stats)} />
      {stats.clock !== null && (
        <Stack gap={4} mt="sm">
          <Text size="sm" c="dimmed">
            What brands read on your profile:
          </Text>
          <ReplyClock clock={stats.clock} />
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

const creatorFigures = (stats: Stats): Figure[] => [
  { label: 'Total Earnings', value: <Money cents={stats.totalEarningsCents} />, note: 'From completed bookings' },
  { label: 'This Month', value: <Money cents={stats.thisMonthCents} />, note: changeNote(stats) },
  { label: 'Completed Bookings', value: stats.completedBookings, note: <OpenBookings stats={stats} /> },
  { label: 'Profile Views', value: stats.profileViews, note: 'Last 30 days' },
];

const brandFigures = (stats: Stats): Figure[] => [
  { label: 'Total Spent', value: <Money cents={stats.totalSpentCents} />, note: 'Charged, with fees' },
  { label: 'Spent This Month', value: <Money cents={stats.spentThisMonthCents} />, note: 'So far' },
  { label: 'Active Bookings', value: stats.activeBookings, note: 'Accepted or in progress' },
  { label: 'Completed Bookings', value: stats.completedBookings, note: <OpenBookings stats={stats} /> },
];

/**
 * Spec §9 has a fixed '+12% from last month'; this one is computed, and left out when there is nothing to compare with.
 */
function changeNote({ thisMonthCents, lastMonthCents }: Stats): string {
  if (lastMonthCents === 0) return 'So far';
  const percent = Math.round(((thisMonthCents - lastMonthCents) / lastMonthCents) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}% from last month`;
}

const OpenBookings = ({ stats }: { stats: Stats }) => (
  <Anchor component={Link} to={paths.bookings({ status: 'pending' })} size="sm" display="inline-block" py={2}>
    {stats.pendingBookings} pending
  </Anchor>
);
