/**
 * /unsubscribe#token=… (the link in an email) or ?token=… (the unsubscribe button of an email client): stops emails
 * about saved searches.
 */
import { Button, Container } from '@mantine/core';
import { MailX } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { readEmailLink, useReloadOnEmailLink } from '../../features/identity/auth/emailLink.ts';
import { InvalidLinkScreen } from '../../features/messaging/support/InvalidLinkScreen.tsx';
import { paths } from '../../paths.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  readEmailLink().token || (new URL(request.url).searchParams.get('token') ?? '');

export function Page() {
  const token = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  const stop = trpc.savedItems.unsubscribe.useMutation({
    onError: (error) => {
      if (getFailureCode(error) !== 'LINK_INVALID') notifyFailure(error, 'Failed to unsubscribe');
    },
  });
  if (token === '' || (stop.isError && getFailureCode(stop.error) === 'LINK_INVALID'))
    return (
      <InvalidLinkScreen
        head="Unsubscribe"
        text="You can also turn off emails about new matches under Saved when you are signed in."
      />
    );
  return (
    <Container size={560} py="xl">
      <PageMeta title="Unsubscribe" />
      {stop.isSuccess ? (
        <EmptyState
          wholeScreen
          icon={<MailX size={28} aria-hidden />}
          title="You are unsubscribed"
          text="You no longer get emails about new matches. You can turn them on again under Saved."
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
          title="Unsubscribe from new matches?"
          text="This applies to all your saved searches. You still get emails about your bookings and your account."
          action={
            <Button loading={stop.isPending} onClick={() => stop.mutate({ token })}>
              Unsubscribe
            </Button>
          }
        />
      )}
    </Container>
  );
}
