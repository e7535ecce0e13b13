import { Stack } from '@mantine/core';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { CalendarSection } from '../../features/identity/settings/CalendarSection.tsx';
import { NotificationSection } from '../../features/identity/settings/NotificationSection.tsx';
import { PushSection } from '../../features/identity/settings/PushSection.tsx';
import { SettingsSections } from '../../features/identity/settings/SettingsSections.tsx';
import { loadSettingsTabs, SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { requireUser, useUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  await withLoadError(
    Promise.all([
      queryUtils.notifications.settings.fetch(undefined, ALWAYS_FRESH),
      // A calendar feed belongs to a member.
      user.forAgency === null && queryUtils.calendar.feed.fetch(undefined, ALWAYS_FRESH),
      loadSettingsTabs(user),
    ]),
    'Failed to load your notification settings',
  );
  return null;
}

export function Page() {
  const isMember = useUser()?.forAgency === null;
  const [saved] = trpc.notifications.settings.useSuspenseQuery();
  return (
    <NarrowContainer>
      <PageMeta title="Notifications" />
      <PageHeader title="Settings" description="Choose which notifications you get, and where." />
      <SettingsTabs />
      <SettingsSections>
        <Stack gap="lg">
          <NotificationSection saved={saved} />
          {saved.pushKey !== null && <PushSection saved={saved} publicKey={saved.pushKey} />}
          {isMember && <CalendarSection />}
        </Stack>
      </SettingsSections>
    </NarrowContainer>
  );
}
