/** /guest-review#token=…: lets a guest without an account review the versions that a brand shared by email. */
import { Button, Card, Container, Stack } from '@mantine/core';
import { LinkIcon } from 'lucide-react';
import { Link, useLoaderData } from 'react-router-dom';
import classes from '../../features/identity/auth/AuthScreen.module.css';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { readEmailLink, useReloadOnEmailLink } from '../../features/identity/auth/emailLink.ts';
import { GuestCodeForm } from '../../features/booking/deliveries/GuestCodeForm.tsx';
import { GuestVersionForm } from '../../features/booking/deliveries/GuestVersionForm.tsx';
import { getErrorMessage, getFailureCode } from '../../lib/errors.ts';
import { paths } from '../../paths.ts';
import { ALWAYS_FRESH, queryUtils, trpc, trpcClient } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';

export async function loader() {
  const { token } = readEmailLink();
  if (token === '') return { token, link: null, problem: null };
  try {
    const link = await trpcClient.guestReviews.open.mutate({ token });
    if (link.isConfirmed) await queryUtils.guestReviews.view.fetch({ id: link.id }, ALWAYS_FRESH);
    return { token, link, problem: null };
  } catch (error) {
    if (!['GUEST_LINK_INVALID', 'GUEST_ACCESS_ENDED'].includes(getFailureCode(error) ?? '')) throw error;
    return { token, link: null, problem: getErrorMessage(error, 'The review could not be loaded') };
  }
}

export function Page() {
  const { token, link, problem } = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  if (link === null)
    return (
      <Container size={560} className={classes.screen ?? ''}>
        <PageMeta title="Review" />
        <EmptyState
          wholeScreen
          icon={<LinkIcon size={28} aria-hidden />}
          title="This link does not work"
          text={problem ?? 'Open the link in the email again, or ask for a new one.'}
          action={
            <Button component={Link} to={paths.home()}>
              Go to the home page
            </Button>
          }
        />
      </Container>
    );
  if (link.isConfirmed) return <SharedVersions id={link.id} />;
  return (
    <AuthScreen
      title={`Review for ${link.workspaceName}`}
      description={`${link.workspaceName} asks you to review delivered work.`}
    >
      <PageMeta title="Review" />
      <GuestCodeForm token={token} email={link.email} />
    </AuthScreen>
  );
}

function SharedVersions({ id }: { id: string }) {
  const [view] = trpc.guestReviews.view.useSuspenseQuery({ id });
  return (
    <NarrowContainer>
      <PageMeta title="Review" />
      <PageHeader
        title={`Review for ${view.workspaceName}`}
        description={`Work by ${view.creatorName}. ${view.workspaceName} reads your review and decides.`}
      />
      <Stack gap="lg">
        {view.versions.map((version) => (
          <Card key={`${version.deliverableId} ${version.number}`}>
            <GuestVersionForm view={view} version={version} />
          </Card>
        ))}
      </Stack>
    </NarrowContainer>
  );
}
