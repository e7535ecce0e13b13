/**
 * /verify-email#token=…: confirms an email address. With `&change=1`, confirms a new address and replaces the
 * account's current one.
 */
import { Button, Container, Loader } from '@mantine/core';
import { LinkIcon, MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import classes from '../../features/identity/auth/AuthScreen.module.css';
import { readEmailLink, useReloadOnEmailLink } from '../../features/identity/auth/emailLink.ts';
import { ResendVerificationButton } from '../../features/identity/auth/ResendVerificationButton.tsx';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { getErrorMessage } from '../../lib/errors.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { LINK_EXPIRED } from '../../features/messaging/support/support.words.ts';

export const loader = () => readEmailLink();

export function Page() {
  const { token, change } = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  const confirm = trpc.auth.confirmEmail.useMutation({ onSuccess: () => queryUtils.auth.invalidate() });
  const hasBegun = useRef(false);
  const { mutate } = confirm;
  useEffect(() => {
    // The link can be used only once, but React may run effects twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate({ token, change });
  }, [mutate, token, change]);

  return (
    <Container size={560} className={classes.screen ?? ''}>
      <PageMeta title="Confirm Email" />
      {confirm.isSuccess ? (
        <EmailConfirmed email={confirm.data.email} />
      ) : confirm.isError ? (
        <EmailLinkInvalid message={getErrorMessage(confirm.error, 'The address could not be confirmed')} />
      ) : (
        <EmptyState wholeScreen icon={<Loader size={28} aria-hidden />} title="Confirming your email address…" />
      )}
    </Container>
  );
}

function EmailConfirmed({ email }: { email: string }) {
  const isSignedIn = useUser() !== null;
  return (
    <EmptyState
      wholeScreen
      icon={<MailCheck size={28} aria-hidden />}
      title="Email address confirmed"
      text={`${email} is confirmed. We send your booking requests and receipts to this address.`}
      action={
        <Button component={Link} to={isSignedIn ? paths.dashboard() : paths.login()}>
          {isSignedIn ? 'Go to Dashboard' : 'Sign In'}
        </Button>
      }
    />
  );
}

function EmailLinkInvalid({ message }: { message: string }) {
  const user = useUser();
  const canResend = user !== null && user.emailVerifiedAt === null;
  return (
    <EmptyState
      wholeScreen
      icon={<LinkIcon size={28} aria-hidden />}
      title={LINK_EXPIRED}
      text={message}
      action={
        canResend ? (
          <ResendVerificationButton label="Send a new link" />
        ) : (
          <Button component={Link} to={paths.settingsAccount()}>
            Go to your account
          </Button>
        )
      }
    />
  );
}
