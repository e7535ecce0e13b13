/** /settings/notifications: which mails somebody wants, and when. */
import { Container, Stack } from '@mantine/core';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { CalendarSection } from '../features/settings/CalendarSection.tsx';
import { NoticeSection } from '../features/settings/NoticeSection.tsx';
import { PushSection } from '../features/settings/PushSection.tsx';
import { Sections } from '../features/settings/sections.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { requireUser } from '../session.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  await orFail(
    Promise.all([data.notices.settings.fetch(undefined, FRESH), data.calendar.own.fetch(undefined, FRESH)]),
    'Failed to load your choices',
  );
  return null;
}

export function Page() {
  const [saved] = trpc.notices.settings.useSuspenseQuery();
  return (
    <Container size="md" py="xl">
      <Head title="Notifications" />
      <PageHeader title="Settings" description="What we write to you about, and when." />
      <SettingsTabs />
      <Sections>
        <Stack gap="lg">
          <NoticeSection saved={saved} />
          {saved.pushKey !== null && <PushSection saved={saved} publicKey={saved.pushKey} />}
          <CalendarSection />
        </Stack>
      </Sections>
    </Container>
  );
}
