/** /admin/users/{id}: a user with their packages and bookings. */
import type { WorkspaceId } from '@marquee/contracts';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { AccountSecuritySection } from '../../features/staff/admin/AccountSecuritySection.tsx';
import { WorkspaceOwnersSection } from '../../features/staff/admin/WorkspaceOwnersSection.tsx';
import { StaffActionButton } from '../../features/staff/admin/StaffActionButton.tsx';
import { UserBadges } from '../../features/staff/admin/Badges.tsx';
import { AdminBookingRow } from '../../features/staff/admin/AdminBookingRow.tsx';
import { DenseAdminRows } from '../../features/staff/admin/AdminRow.tsx';
import { AdminPackageRow } from '../../features/staff/admin/AdminPackageRow.tsx';
import { getRequirementLabel } from '../../features/money/payouts/stripeRequirements.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, trpcClient, type RouterOutputs } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  await withLoadError(
    Promise.all([
      queryUtils.admin.user.fetch({ id }, ALWAYS_FRESH),
      queryUtils.admin.bookings.fetch(createBookingsInput(id), ALWAYS_FRESH),
    ]),
    'Failed to load the account',
  );
  return { id };
}

const createBookingsInput = (workspaceId: WorkspaceId) => ({ show: 'all' as const, workspaceId });

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  const [user] = trpc.admin.user.useSuspenseQuery({ id });
  const [bookings] = trpc.admin.bookings.useSuspenseQuery(createBookingsInput(id));
  const isCreator = user.userType === 'influencer';
  return (
    <>
      <PageMeta title="User" />
      <BackLink to={paths.adminUsers()}>All users</BackLink>
      <PageHeader
        title={user.fullName}
        badge={<UserBadges user={user} />}
        description={`@${user.username} · ${user.email}`}
        actions={<SuspensionAction user={user} />}
      />
      <Stack gap="lg">
        {user.suspendedAt !== null && (
          <Callout tone="warning" icon={<ShieldAlert size={20} aria-hidden />} title="This account is suspended">
            Since <DateTime at={user.suspendedAt} />: {user.suspendedReason}
          </Callout>
        )}
        {user.reportedAt !== null && (
          <Callout tone="warning" icon={<ShieldAlert size={20} aria-hidden />} title="This workspace is locked">
            It has been locked since <DateTime at={user.reportedAt} />, because an owner reported a change, or because
            staff asked to give it back.
            {user.ownership.request === null ? (
              <Stack key="open" gap="sm" align="flex-start">
                Check who owns it before you unlock it.
                <UnlockWorkspace user={user} />
              </Stack>
            ) : (
              <div key="requested">You can unlock it after the request under Owners has ended.</div>
            )}
          </Callout>
        )}
        <SectionCard title="Account">
          <DescriptionList
            facts={[
              { label: 'Registered', value: <DateTime at={user.createdAt} /> },
              ...(isCreator
                ? [
                    { label: 'Location', value: user.location },
                    { label: 'Payouts', value: describePayoutSetup(user) },
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
              Staff actions on this account
            </Anchor>
          </Group>
        </SectionCard>
        <AccountSecuritySection user={user} />
        <WorkspaceOwnersSection user={user} />
        {user.related.length > 0 && <RelatedWorkspaces user={user} />}
        {isCreator && (
          <section aria-label="Packages">
            <Text component="h2" fz="lg" fw={650} mb="sm">
              Packages
            </Text>
            <RowsOrNone>
              {user.packages.map((pack) => (
                <AdminPackageRow key={pack.id} pack={pack} />
              ))}
            </RowsOrNone>
          </section>
        )}
        <section aria-label="Bookings">
          <Text component="h2" fz="lg" fw={650} mb="sm">
            Bookings
          </Text>
          <RowsOrNone>
            {bookings.items.map((booking) => (
              <AdminBookingRow key={booking.id} booking={booking} />
            ))}
          </RowsOrNone>
          {bookings.nextCursor !== null && (
            <Button component={Link} to={paths.adminBookings({ workspaceId: user.id })} variant="default" mt="md">
              All bookings of {user.fullName}
            </Button>
          )}
        </section>
      </Stack>
    </>
  );
}

const RELATION_REASONS: Record<AdminUser['related'][number]['reason'], string> = {
  person: 'Share a person, or did in the last 30 days',
  card: 'Share a card, or did in the last 30 days',
  network: 'People of both signed in from the same network address with the same browser in the last 30 days',
};

/** Lists the workspaces that have bookings with this one and may belong to the same people. */
const RelatedWorkspaces = ({ user }: { user: AdminUser }) => (
  <SectionCard title="Possibly the same people">
    <Text mb="sm">
      These workspaces have bookings with {user.fullName}. If they share a person or a card, their bookings have no
      reviews and do not count for the creator’s place in lists.
    </Text>
    <DescriptionList
      facts={user.related.map(({ id, fullName, username, reason }) => ({
        label: `${fullName} (@${username})`,
        value: (
          <Anchor component={Link} to={paths.adminUser({ id })} underline="always">
            {RELATION_REASONS[reason]}
          </Anchor>
        ),
      }))}
    />
  </SectionCard>
);

const RowsOrNone = ({ children }: { children: ReactElement[] }) =>
  children.length === 0 ? <Text c="dimmed">None yet.</Text> : <DenseAdminRows>{children}</DenseAdminRows>;

type AdminUser = RouterOutputs['admin']['user'];

function describePayoutSetup(user: AdminUser): string {
  if (user.payoutsEnabled) return 'Ready to receive payouts';
  if (user.stripeAccountId === null) return 'Setup not started';
  const missing = user.payoutRequirements.map(getRequirementLabel);
  return missing.length === 0 ? 'Stripe is reviewing the account' : `Stripe needs: ${[...new Set(missing)].join(', ')}`;
}

const UnlockWorkspace = ({ user }: { user: AdminUser }) => (
  <StaffActionButton
    label="Unlock workspace"
    subject={user.fullName}
    title={`Unlock ${user.fullName}?`}
    field="Reason"
    done="Workspace unlocked"
    act={(reason) => trpcClient.admin.releasePayouts.mutate({ id: user.id, reason })}
  >
    Members, approval rules, cards and payouts can be changed again.{' '}
    {user.userType === 'influencer'
      ? 'Payouts that are due are sent to the bank account that is stored at Stripe now.'
      : 'Payouts of its bookings that are due are sent to the creators.'}{' '}
    The owners receive an email.
  </StaffActionButton>
);

function SuspensionAction({ user }: { user: AdminUser }) {
  if (user.role === 'admin') return null;
  return user.suspendedAt === null ? (
    <StaffActionButton
      key="suspend"
      label="Suspend"
      subject={user.fullName}
      title={`Suspend ${user.fullName}?`}
      field="Reason"
      destructive
      done="Account suspended"
      act={(reason) => trpcClient.admin.suspendUser.mutate({ id: user.id, reason })}
    >
      All sessions end, and nobody can sign in to this account.{' '}
      {user.userType === 'influencer' ? 'Its packages are hidden and cannot be booked.' : 'It can no longer book.'}{' '}
      Bookings in progress continue and appear in the inbox. {user.fullName} receives the reason by email.
    </StaffActionButton>
  ) : (
    <StaffActionButton
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
    </StaffActionButton>
  );
}
