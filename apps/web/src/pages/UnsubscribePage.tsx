/**
 * /unsubscribe#token=… (a mail's link) or ?token=… (a mail program's): ends the mails about new matches of saved
 * searches.
 */
import { Button, Container } from '@mantine/core';
import { MailX } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { takeMailLink, useReloadOnLink } from '../features/auth/mailLink.ts';
import { DeadLink } from '../features/support/DeadLink.tsx';
import { paths } from '../paths.ts';
import { failureOf } from '../lib/errors.ts';
import { trpc } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { tellFailure } from '../ui/tellFailure.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  takeMailLink().token || (new URL(request.url).searchParams.get('token') ?? '');

export function Page() {
  const token = useLoaderData<typeof loader>();
  useReloadOnLink();
  const stop = trpc.saved.unsubscribe.useMutation({
    onError: (error) => {
      if (failureOf(error) !== 'LINK_INVALID') tellFailure(error, 'The mails could not be stopped');
    },
  });
  if (token === '' || (stop.isError && failureOf(stop.error) === 'LINK_INVALID'))
    return (
      <DeadLink
        head="Stop mails"
        text="Mails about new matches can also be stopped under Saved, when you are signed in."
      />
    );
  return (
    <Container size={560} py="xl">
      <Head title="Stop mails" />
      {stop.isSuccess ? (
        <EmptyState
          wholeScreen
          icon={<MailX size={28} aria-hidden />}
          title="The mails are stopped"
          text="New matches of your saved searches are not mailed any more. The searches stay under Saved, where you can ask for mails again."
          action={
            <Button component={Link} to={paths.findInfluencers()}>
              Find creators
            </Button>
          }
        />
      ) : (
        <EmptyState
          wholeScreen
          icon={<MailX size={28} aria-hidden />}
          title="Stop mails about new matches?"
          text="This is for all searches that you saved. Mails about your bookings and your account go on."
          action={
            <Button loading={stop.isPending} onClick={() => stop.mutate({ token })}>
              Stop these mails
            </Button>
          }
        />
      )}
    </Container>
  );
}
