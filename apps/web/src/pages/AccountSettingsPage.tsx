/** /settings/account: sign-in methods, sessions, personal data and deletion of the account. */
import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { DataExportSection, DeleteAccountSection } from '../features/auth/AccountDataSections.tsx';
import { EmailSection } from '../features/auth/EmailSection.tsx';
import { ExternalSignInSection } from '../features/auth/ExternalSignInSection.tsx';
import { PasswordSection } from '../features/auth/PasswordSection.tsx';
import { SignInProblemCallout } from '../features/auth/SignInProblemCallout.tsx';
import { SessionsSection } from '../features/auth/SessionsSection.tsx';
import { useScrollToAnchor } from '../features/settings/SettingsSections.tsx';
import { SettingsTabs } from '../features/settings/SettingsTabs.tsx';
import { requireUser } from '../session.ts';
import { queryUtils, trpc } from '../trpc.ts';
import { NarrowContainer } from '../ui/NarrowContainer.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { notify } from '../lib/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { withLoadError } from '../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  // Always fetches this data again, because it can also be changed by links in emails, on other devices and at the
  // OpenID provider.
  const fresh = { staleTime: 0 };
  await withLoadError(
    Promise.all([
      queryUtils.auth.account.fetch(undefined, fresh),
      queryUtils.auth.sessions.fetch(undefined, fresh),
      queryUtils.auth.external.ensureData(),
    ]),
    'Failed to load your account',
  );
  return null;
}

export function Page() {
  const [params, setParams] = useSearchParams();
  const isConnected = params.has('connected');
  useScrollToAnchor();
  useEffect(() => {
    if (!isConnected) return;
    notify('Connected', 'You can now sign in this way.');
    setParams({}, { replace: true });
  }, [isConnected, setParams]);
  return (
    <NarrowContainer>
      <PageMeta title="Account" />
      <PageHeader title="Settings" description="Sign-in methods, devices and your data." />
      <SettingsTabs />
      <Stack gap="lg">
        <SignInProblemCallout problem={params.get('problem')} />
        <AccountSettings />
      </Stack>
    </NarrowContainer>
  );
}

function AccountSettings() {
  const [account] = trpc.auth.account.useSuspenseQuery();
  return (
    <Stack gap="lg">
      <EmailSection account={account} />
      <PasswordSection hasPassword={account.hasPassword} />
      {account.external !== null && (
        <ExternalSignInSection external={account.external} hasPassword={account.hasPassword} />
      )}
      <SessionsSection />
      <DataExportSection />
      <DeleteAccountSection hasPassword={account.hasPassword} />
    </Stack>
  );
}
