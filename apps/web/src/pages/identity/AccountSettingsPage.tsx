/** /settings/account: sign-in methods, sessions, personal data and deletion of the account. */
import { Stack, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { AuthenticatorSection } from '../../features/identity/auth/AuthenticatorSection.tsx';
import { DataExportSection, DeleteAccountSection } from '../../features/identity/auth/AccountDataSections.tsx';
import { EmailSection } from '../../features/identity/auth/EmailSection.tsx';
import { ExternalSignInSection } from '../../features/identity/auth/ExternalSignInSection.tsx';
import { PasskeysSection } from '../../features/identity/auth/PasskeysSection.tsx';
import { PasswordSection } from '../../features/identity/auth/PasswordSection.tsx';
import { RecoveryCodesDialog, RecoveryCodesSection } from '../../features/identity/auth/RecoveryCodesSection.tsx';
import { SignInHistorySection } from '../../features/identity/auth/SignInHistorySection.tsx';
import { SignInProblemCallout } from '../../features/identity/auth/SignInProblemCallout.tsx';
import { SessionsSection } from '../../features/identity/auth/SessionsSection.tsx';
import { WorkspaceSettingsSection } from '../../features/identity/workspaces/WorkspaceSettingsSection.tsx';
import { useScrollToAnchor } from '../../features/identity/settings/SettingsSections.tsx';
import { loadSettingsTabs, SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { requireUser, useUser } from '../../session.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { Callout } from '../../ui/Callout.tsx';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  // Always fetches this data again, because it can also be changed by links in emails, on other devices and at the
  // OpenID provider.
  const fresh = { staleTime: 0 };
  await withLoadError(
    Promise.all([
      queryUtils.auth.account.fetch(undefined, fresh),
      queryUtils.auth.sessions.fetch(undefined, fresh),
      queryUtils.factors.own.fetch(undefined, fresh),
      queryUtils.auth.signIns.fetchInfinite({}, { ...fresh, ...cursorPaging }),
      queryUtils.auth.external.ensureData(),
      loadSettingsTabs(user),
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
        <AccountSettings startsWith={params.get('then')} />
      </Stack>
    </NarrowContainer>
  );
}

/** `startsWith` is the action that an address without a confirmation has redirected here for. */
function AccountSettings({ startsWith }: { startsWith: string | null }) {
  const [account] = trpc.auth.account.useSuspenseQuery();
  const [factors] = trpc.factors.own.useSuspenseQuery();
  const user = useUser();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const hasFactor = factors.passkeys.length > 0 || factors.authenticatorSince !== null;
  return (
    <Stack gap="lg">
      {user?.role === 'admin' && !hasFactor && (
        <Callout tone="warning" title="Set up a second factor">
          Staff pages open once your account has one. Add a passkey, because actions that move money need it.
        </Callout>
      )}
      <EmailSection account={account} />
      <Title order={2} fz="h2" mt="lg">
        Sign-in and security
      </Title>
      <PasswordSection hasPassword={account.hasPassword} />
      <PasskeysSection
        passkeys={factors.passkeys}
        asksForStaffCode={user?.role === 'admin' && factors.passkeys.every(({ trustedFrom }) => trustedFrom !== null)}
        onRecoveryCodes={setRecoveryCodes}
      />
      <AuthenticatorSection since={factors.authenticatorSince} onRecoveryCodes={setRecoveryCodes} />
      {hasFactor && <RecoveryCodesSection left={factors.recoveryCodesLeft} onRecoveryCodes={setRecoveryCodes} />}
      {account.external !== null && (
        <ExternalSignInSection
          external={account.external}
          hasPassword={account.hasPassword}
          startsNow={startsWith === 'connect'}
        />
      )}
      <SessionsSection />
      <SignInHistorySection />
      <Title order={2} fz="h2" mt="lg">
        Your account
      </Title>
      <WorkspaceSettingsSection />
      <DataExportSection startsNow={startsWith === 'export'} />
      <DeleteAccountSection />
      {recoveryCodes !== null && <RecoveryCodesDialog codes={recoveryCodes} onClose={() => setRecoveryCodes(null)} />}
    </Stack>
  );
}
