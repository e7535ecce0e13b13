/**
 * /unsubscribe#token=… (the link in an email) or ?token=… (the unsubscribe button of an email client): stops emails
 * about saved searches.
 */
import { Button, Container } from '@mantine/core';
import { MailX } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { readEmailLink, useReloadOnEmailLink } from '../features/auth/emailLink.ts';
import { InvalidLinkScreen } from '../features/support/InvalidLinkScreen.tsx';
import { paths } from '../paths.ts';
import { getFailureCode } from '../lib/errors.ts';
import { trpc } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { notifyFailure } from '../lib/notifyFailure.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  readEmailLink().token || (new URL(request.url).searchParams.get('token') ?? '');

export function Page() {
  const token = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  const stop = trpc.savedItems.unsubscribe.useMutation({
    onError: (error) => {
      if (getFailureCode(error) !== 'LINK_INVALID') notifyFailure(error, 'The mails could not be stopped');
    },
  });
  if (token === '' || (stop.isError && getFailureCode(stop.error) === 'LINK_INVALID'))
    return (
      <InvalidLinkScreen
        head="Stop mails"
        text="Mails about new matches can also be stopped under Saved, when you are signed in."
      />
    );
  return (
    <Container size={560} py="xl">
      <PageMeta title="Stop mails" />
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
