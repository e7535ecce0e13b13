/** /verify-email#token=…: confirms an address with the link of a mail; with `&change=1` it becomes the account's. */
import { Button, Container, Loader } from '@mantine/core';
import { LinkIcon, MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import classes from '../features/auth/AuthScreen.module.css';
import { takeMailLink, useReloadOnLink } from '../features/auth/mailLink.ts';
import { useResend } from '../features/auth/UnverifiedNotice.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { messageOf } from '../lib/errors.ts';
import { data, trpc } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';

export const loader = () => takeMailLink();

export function Page() {
  const { token, change } = useLoaderData<typeof loader>();
  useReloadOnLink();
  const confirm = trpc.auth.confirmEmail.useMutation({ onSuccess: () => data.auth.invalidate() });
  const begun = useRef(false);
  const { mutate } = confirm;
  useEffect(() => {
    // A link is good once: effects that run twice must not use it twice.
    if (begun.current) return;
    begun.current = true;
    mutate({ token, change });
  }, [mutate, token, change]);

  return (
    <Container size={560} className={classes.screen ?? ''}>
      <Head title="Confirm Email" />
      {confirm.isSuccess ? (
        <Confirmed email={confirm.data.email} />
      ) : confirm.isError ? (
        <Refused message={messageOf(confirm.error, 'The address could not be confirmed')} />
      ) : (
        <EmptyState wholeScreen icon={<Loader size={28} aria-hidden />} title="Confirming your email address…" />
      )}
    </Container>
  );
}

function Confirmed({ email }: { email: string }) {
  const isSignedIn = useUser() !== null;
  return (
    <EmptyState
      wholeScreen
      icon={<MailCheck size={28} aria-hidden />}
      title="Email address confirmed"
      text={`${email} is confirmed. Booking requests and receipts reach you there.`}
      action={
        <Button component={Link} to={isSignedIn ? paths.dashboard() : paths.login()}>
          {isSignedIn ? 'Go to Dashboard' : 'Sign In'}
        </Button>
      }
    />
  );
}

function Refused({ message }: { message: string }) {
  const user = useUser();
  const resend = useResend();
  const canResend = user !== null && user.emailVerifiedAt === null;
  return (
    <EmptyState
      wholeScreen
      icon={<LinkIcon size={28} aria-hidden />}
      title="This link no longer works"
      text={message}
      action={
        canResend ? (
          <Button loading={resend.isPending} disabled={resend.isSuccess} onClick={() => resend.mutate()}>
            {resend.isSuccess ? 'Sent' : 'Send a new link'}
          </Button>
        ) : (
          <Button component={Link} to={paths.settingsAccount()}>
            Go to your account
          </Button>
        )
      }
    />
  );
}
