/** /secure-account#token=…: secures an account after a change that its owner did not make, with a link from an email. */
import { Button, Container } from '@mantine/core';
import { LinkIcon, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import classes from '../../features/identity/auth/AuthScreen.module.css';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { readEmailLink, useReloadOnEmailLink } from '../../features/identity/auth/emailLink.ts';
import { SECURE_FAILED, SecureAccountForm } from '../../features/identity/auth/SecureAccountForm.tsx';
import { LINK_EXPIRED } from '../../features/messaging/support/support.words.ts';
import { getErrorMessage, getFailureCode } from '../../lib/errors.ts';
import { paths } from '../../paths.ts';
import { trpcClient } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader() {
  const { token } = readEmailLink();
  const checking = trpcClient.recovery.checkLink.mutate({ token }).then(
    ({ factors }) => ({ token, factors, invalid: null }),
    (error: unknown) => {
      if (getFailureCode(error) !== 'LINK_INVALID') throw error;
      return { token, factors: null, invalid: getErrorMessage(error, SECURE_FAILED) };
    },
  );
  return withLoadError(checking, 'Failed to check the link');
}

export function Page() {
  const { token, factors, invalid: invalidAtFirst } = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  const [invalid, setInvalid] = useState(invalidAtFirst);
  const [result, setResult] = useState<{ email: string | null } | null>(null);
  if (result !== null) return result.email === null ? <AccountReported /> : <AccountSecured email={result.email} />;
  if (invalid !== null)
    return (
      <Container size={560} className={classes.screen ?? ''}>
        <PageMeta title="Secure Account" />
        <EmptyState
          wholeScreen
          icon={<LinkIcon size={28} aria-hidden />}
          title={LINK_EXPIRED}
          text={`${invalid} If you think someone else is using your account, contact us right away.`}
          action={
            <Button component={Link} to={paths.contact()}>
              Contact us
            </Button>
          }
        />
      </Container>
    );
  return (
    <AuthScreen
      title="Secure your account"
      description="Continue only if you didn’t make the change described in our email."
    >
      <PageMeta title="Secure Account" />
      <SecureAccountForm
        token={token}
        factors={factors}
        onSecured={setResult}
        onInvalid={(error) => setInvalid(getErrorMessage(error, SECURE_FAILED))}
      />
    </AuthScreen>
  );
}

const AccountSecured = ({ email }: { email: string }) => (
  <Done
    title="Your account is secured"
    text={`All devices are signed out. We sent a link to choose a new password to ${email}. After signing in, add a passkey or an authenticator app, and check your settings. Payouts and saved cards wait until our team has reviewed your workspaces.`}
  />
);

const AccountReported = () => (
  <Done
    title="All devices are signed out"
    text="Payouts wait until our team has checked your account. Your password still works, so sign in with your second factor and change it. If you have lost your second factor, contact us."
  />
);

const Done = ({ title, text }: { title: string; text: string }) => (
  <Container size={560} className={classes.screen ?? ''}>
    <PageMeta title="Secure Account" />
    <EmptyState
      wholeScreen
      icon={<ShieldCheck size={28} aria-hidden />}
      title={title}
      text={text}
      action={
        <Button component={Link} to={paths.contact()} variant="default">
          Contact us
        </Button>
      }
    />
  </Container>
);
