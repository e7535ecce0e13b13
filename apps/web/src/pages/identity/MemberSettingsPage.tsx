/** /settings/members: the members of the acting workspace, and its time zone. */
import { Stack } from '@mantine/core';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { SettingsSections } from '../../features/identity/settings/SettingsSections.tsx';
import { SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { TimeZoneSection } from '../../features/identity/workspaces/TimeZoneSection.tsx';
import { MembersSection } from '../../features/identity/workspaces/MembersSection.tsx';
import { requireUser } from '../../session.ts';
import { ALWAYS_FRESH, queryUtils } from '../../trpc.ts';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  await withLoadError(
    Promise.all([
      queryUtils.workspaces.members.fetch(undefined, ALWAYS_FRESH),
      queryUtils.workspaces.timeZone.fetch(undefined, ALWAYS_FRESH),
    ]),
    'Failed to load the members',
  );
  return null;
}

export function Page() {
  return (
    <NarrowContainer>
      <PageMeta title="Members" />
      <PageHeader title="Settings" description="The people who work for this workspace, and what each may do." />
      <SettingsTabs />
      <SettingsSections>
        <Stack gap="lg">
          <MembersSection />
          <TimeZoneSection />
        </Stack>
      </SettingsSections>
    </NarrowContainer>
  );
}
