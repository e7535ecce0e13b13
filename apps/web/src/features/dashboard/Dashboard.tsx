import { Badge, Container, SimpleGrid, Stack } from '@mantine/core';
import type { User } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { Head } from '../../ui/Head.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { UnverifiedNotice } from '../auth/UnverifiedNotice.tsx';
import { PayoutNotice } from '../payments/PayoutNotice.tsx';
import { FindCreator, YourBookings } from './BrandPanels.tsx';
import { ManageServices, QuickSetup, YourProfile } from './CreatorPanels.tsx';
import { LOADED } from './loadDashboard.ts';
import { RecentActivity } from './RecentActivity.tsx';
import { Stats } from './Stats.tsx';

/** Spec §2 "Dashboard"; / shows it too when somebody is signed in. */
export function Dashboard({ user }: { user: User }) {
  const isBrand = user.userType === 'brand';
  return (
    <Container size="lg" py="xl">
      <Head title="Dashboard" />
      <PageHeader
        title="Dashboard"
        description={`Welcome back, ${user.fullName}.`}
        badge={
          <Badge component="span" size="lg" variant="light" tt="none">
            {isBrand ? 'Brand' : 'Creator'}
          </Badge>
        }
      />
      <Stack gap="lg">
        <UnverifiedNotice />
        {!isBrand && <UnfinishedPayouts />}
        <Stats side={isBrand ? 'brand' : 'creator'} />
        <SimpleGrid cols={isBrand ? { base: 1, sm: 2 } : { base: 1, md: 3 }} spacing="lg">
          {isBrand ? (
            <>
              <YourBookings />
              <FindCreator />
            </>
          ) : (
            <>
              <ManageServices />
              <YourProfile user={user} />
              <QuickSetup />
            </>
          )}
        </SimpleGrid>
        <RecentActivity user={user} />
      </Stack>
    </Container>
  );
}

function UnfinishedPayouts() {
  const { data: setup } = trpc.payouts.setup.useQuery(undefined, LOADED);
  return setup === undefined || setup.payoutsEnabled ? null : <PayoutNotice blockedCents={setup.blockedCents} />;
}
