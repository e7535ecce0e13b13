/** /secure-account#token=…: secures an account after a change that its owner did not make, with a link from an email. */
import { Button, Container, List, Stack } from '@mantine/core';
import { LinkIcon, ShieldCheck } from 'lucide-react';
import { Link, useLoaderData } from 'react-router-dom';
import classes from '../../features/identity/auth/AuthScreen.module.css';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { readEmailLink, useReloadOnEmailLink } from '../../features/identity/auth/emailLink.ts';
import { LINK_EXPIRED } from '../../features/messaging/support/support.words.ts';
import { getErrorMessage, getFailureCode } from '../../lib/errors.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';

const FAILED = 'Your account could not be secured';

export const loader = () => readEmailLink();

export function Page() {
  const { token } = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  const secure = trpc.recovery.secureAccount.useMutation({ onError: (error) => notifyFailure(error, FAILED) });
  if (secure.isSuccess) return <AccountSecured email={secure.data.email} />;
  if (getFailureCode(secure.error) === 'LINK_INVALID')
    return (
      <Container size={560} className={classes.screen ?? ''}>
        <PageMeta title="Secure Account" />
        <EmptyState
          wholeScreen
          icon={<LinkIcon size={28} aria-hidden />}
          title={LINK_EXPIRED}
          text={`${getErrorMessage(secure.error, FAILED)} If you think someone else is using your account, contact us right away.`}
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
      <Stack gap="md">
        <List spacing="xs" size="sm">
          <List.Item>We sign out all devices.</List.Item>
          <List.Item>Your password and any recently added second factors stop working.</List.Item>
          <List.Item>Payouts wait until our team has checked your account.</List.Item>
          <List.Item>We email you a link to choose a new password.</List.Item>
        </List>
        <Button loading={secure.isPending} onClick={() => secure.mutate({ token })}>
          Secure my account
        </Button>
      </Stack>
    </AuthScreen>
  );
}

const AccountSecured = ({ email }: { email: string }) => (
  <Container size={560} className={classes.screen ?? ''}>
    <PageMeta title="Secure Account" />
    <EmptyState
      wholeScreen
      icon={<ShieldCheck size={28} aria-hidden />}
      title="Your account is secured"
      text={`All devices are signed out. We sent a link to choose a new password to ${email}. After signing in, add a passkey or an authenticator app, and check your payout account. Our team will contact you before payouts continue.`}
      action={
        <Button component={Link} to={paths.contact()} variant="default">
          Contact us
        </Button>
      }
    />
  </Container>
);
