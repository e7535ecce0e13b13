/** /settings/members: the members of the acting workspace, and its time zone. */
import { Stack } from '@mantine/core';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { SettingsSections } from '../../features/identity/settings/SettingsSections.tsx';
import { SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { TimeZoneSection } from '../../features/identity/workspaces/TimeZoneSection.tsx';
import { OwnershipChanges } from '../../features/identity/workspaces/OwnershipChanges.tsx';
import { MembersSection } from '../../features/identity/workspaces/MembersSection.tsx';
import { hasPermission } from '@marquee/contracts';
import { requireUser, useUser } from '../../session.ts';
import { ALWAYS_FRESH, queryUtils } from '../../trpc.ts';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  await withLoadError(
    Promise.all([
      queryUtils.workspaces.members.fetch(undefined, ALWAYS_FRESH),
      hasPermission(user.memberRole, 'members.manage') &&
        queryUtils.workspaces.ownershipChanges.fetch(undefined, ALWAYS_FRESH),
      queryUtils.workspaces.timeZone.fetch(undefined, ALWAYS_FRESH),
    ]),
    'Failed to load the members',
  );
  return null;
}

export function Page() {
  const user = useUser();
  return (
    <NarrowContainer>
      <PageMeta title="Members" />
      <PageHeader title="Settings" description="The people who work for this workspace, and what each may do." />
      <SettingsTabs />
      <SettingsSections>
        <Stack gap="lg">
          {user !== null && hasPermission(user.memberRole, 'members.manage') && <OwnershipChanges />}
          <MembersSection />
          <TimeZoneSection />
        </Stack>
      </SettingsSections>
    </NarrowContainer>
  );
}
