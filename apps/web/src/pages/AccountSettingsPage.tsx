/** /settings/account: how one signs in, where one is signed in, one's data, and the end of the account. */
import { Container, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { DataSection, DeleteSection } from '../features/auth/DataSection.tsx';
import { EmailSection } from '../features/auth/EmailSection.tsx';
import { ExternalSection } from '../features/auth/ExternalSection.tsx';
import { PasswordSection } from '../features/auth/PasswordSection.tsx';
import { ProblemNotice } from '../features/auth/ProblemNotice.tsx';
import { SessionsSection } from '../features/auth/SessionsSection.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { requireUser } from '../session.ts';
import { data, trpc } from '../trpc.ts';
import { Head } from '../ui/Head.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  // Mails, other devices and the provider change these: they are fetched anew.
  const fresh = { staleTime: 0 };
  await orFail(
    Promise.all([
      data.auth.account.fetch(undefined, fresh),
      data.auth.sessions.fetch(undefined, fresh),
      data.auth.external.ensureData(),
    ]),
    'Failed to load your account',
  );
  return null;
}

export function Page() {
  const [params, setParams] = useSearchParams();
  const isConnected = params.has('connected');
  useEffect(() => {
    if (!isConnected) return;
    notify('Connected', 'You can sign in with it from now on.');
    setParams({}, { replace: true });
  }, [isConnected, setParams]);
  return (
    <Container size="md" py="xl">
      <Head title="Account" />
      <PageHeader title="Settings" description="How you sign in, and what is stored about you." />
      <SettingsTabs />
      <Stack gap="lg">
        <ProblemNotice problem={params.get('problem')} />
        <AccountSettings />
      </Stack>
    </Container>
  );
}

/**
 * Everything about how somebody signs in, the data, and the end of an account. The loader has fetched what it shows.
 */
function AccountSettings() {
  const [account] = trpc.auth.account.useSuspenseQuery();
  return (
    <Stack gap="lg">
      <EmailSection account={account} />
      <PasswordSection hasPassword={account.hasPassword} />
      {account.external !== null && <ExternalSection external={account.external} hasPassword={account.hasPassword} />}
      <SessionsSection />
      <DataSection />
      <DeleteSection hasPassword={account.hasPassword} />
    </Stack>
  );
}
