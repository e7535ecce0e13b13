/** /admin/users/{id}: a person with packages and bookings. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { UserBadges } from '../features/admin/Badges.tsx';
import { BookingEntry } from '../features/admin/BookingEntry.tsx';
import { DenseEntries } from '../features/admin/Entry.tsx';
import { PackageEntry } from '../features/admin/PackageEntry.tsx';
import { requirementWords } from '../features/payouts/requirements.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient, type Outputs } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Head } from '../ui/Head.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';
import { When } from '../ui/When.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  await orFail(
    Promise.all([data.admin.user.fetch({ id }, FRESH), data.admin.bookings.fetch(bookingsOf(id), FRESH)]),
    'Failed to load the account',
  );
  return { id };
}

const bookingsOf = (userId: string) => ({ show: 'all' as const, userId });

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  const [user] = trpc.admin.user.useSuspenseQuery({ id });
  const [bookings] = trpc.admin.bookings.useSuspenseQuery(bookingsOf(id));
  const isCreator = user.userType === 'influencer';
  return (
    <>
      <Head title="User" />
      <BackLink to={paths.adminUsers()}>All users</BackLink>
      <PageHeader
        title={user.fullName}
        badge={<UserBadges user={user} />}
        description={`@${user.username} · ${user.email}`}
        actions={<SuspendOrLift user={user} />}
      />
      <Stack gap="lg">
        {user.suspendedAt !== null && (
          <Notice tone="warning" icon={<ShieldAlert size={20} aria-hidden />} title="This account is suspended">
            Since <When at={user.suspendedAt} />: {user.suspendedReason}
          </Notice>
        )}
        <Section title="Account">
          <Facts
            facts={[
              { label: 'Registered', value: <When at={user.createdAt} /> },
              ...(isCreator
                ? [
                    { label: 'Location', value: user.location },
                    { label: 'Payouts', value: payoutsOf(user) },
                  ]
                : []),
              ...(isCreator && user.stripeAccountId !== null
                ? [{ label: 'Stripe account', value: user.stripeAccountId }]
                : []),
            ]}
          />
          <Group mt="md" gap="md">
            {isCreator && (
              <Anchor component={Link} to={paths.profile(user)} underline="always">
                Public profile
              </Anchor>
            )}
            <Anchor component={Link} to={paths.adminAudit({ subjectId: user.id })} underline="always">
              What staff did about this account
            </Anchor>
          </Group>
        </Section>
        {isCreator && (
          <section aria-label="Packages">
            <Text component="h2" fz="lg" fw={650} mb="sm">
              Packages
            </Text>
            <EntriesOrNone>
              {user.packages.map((pack) => (
                <PackageEntry key={pack.id} pack={pack} />
              ))}
            </EntriesOrNone>
          </section>
        )}
        <section aria-label="Bookings">
          <Text component="h2" fz="lg" fw={650} mb="sm">
            Bookings
          </Text>
          <EntriesOrNone>
            {bookings.items.map((booking) => (
              <BookingEntry key={booking.id} booking={booking} />
            ))}
          </EntriesOrNone>
          {bookings.nextCursor !== null && (
            <Button component={Link} to={paths.adminBookings({ userId: user.id })} variant="default" mt="md">
              All bookings of {user.fullName}
            </Button>
          )}
        </section>
      </Stack>
    </>
  );
}

const EntriesOrNone = ({ children }: { children: ReactElement[] }) =>
  children.length === 0 ? <Text c="dimmed">None yet.</Text> : <DenseEntries>{children}</DenseEntries>;

type AdminUser = Outputs['admin']['user'];

function payoutsOf(user: AdminUser): string {
  if (user.payoutsEnabled) return 'Can be paid';
  if (user.stripeAccountId === null) return 'Setup not begun';
  const missing = user.payoutRequirements.map(requirementWords);
  return missing.length === 0
    ? 'Stripe is checking the account'
    : `Stripe asks for: ${[...new Set(missing)].join(', ')}`;
}

function SuspendOrLift({ user }: { user: AdminUser }) {
  if (user.role === 'admin') return null;
  return user.suspendedAt === null ? (
    <Act
      key="suspend"
      label="Suspend"
      subject={user.fullName}
      title={`Suspend ${user.fullName}?`}
      field="Reason"
      destructive
      done="Account suspended"
      act={(reason) => trpcClient.admin.suspendUser.mutate({ id: user.id, reason })}
    >
      Every session ends now and nobody can sign in to this account.{' '}
      {user.userType === 'influencer' ? 'Its packages are hidden and cannot be booked.' : 'It cannot book anything.'}{' '}
      Bookings that are running go on by their own rules and are listed as needing attention. The reason is sent to{' '}
      {user.fullName} by mail.
    </Act>
  ) : (
    <Act
      key="restore"
      label="Lift suspension"
      subject={user.fullName}
      title={`Lift the suspension of ${user.fullName}?`}
      field="Reason"
      done="Suspension lifted"
      act={(reason) => trpcClient.admin.liftSuspension.mutate({ id: user.id, reason })}
    >
      {user.fullName} can sign in again
      {user.userType === 'influencer' ? <span>, and active packages are for sale again</span> : ''}
      <span>.</span>
    </Act>
  );
}
