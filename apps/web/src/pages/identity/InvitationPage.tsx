/** /invitation#token=…: shows an invitation to a workspace from an email, and lets the recipient accept it. */
import { Button, Container, Stack, Text } from '@mantine/core';
import { ROLE_PURPOSES, ROLES } from '@marquee/contracts';
import { LinkIcon } from 'lucide-react';
import { Link, useLoaderData } from 'react-router-dom';
import classes from '../../features/identity/auth/AuthScreen.module.css';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { readEmailLink, useReloadOnEmailLink } from '../../features/identity/auth/emailLink.ts';
import { JoinForm } from '../../features/identity/workspaces/JoinForm.tsx';
import { openWorkspace } from '../../features/identity/workspaces/openWorkspace.ts';
import { getErrorMessage, getFailureCode } from '../../lib/errors.ts';
import { notifyAfterLoad } from '../../lib/notify.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { trpc, trpcClient, type RouterOutputs } from '../../trpc.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';

const NOT_FOUND = 'This invitation could not be loaded';

type Invitation = RouterOutputs['workspaces']['invitation'];

export async function loader() {
  const { token } = readEmailLink();
  if (token === '') return { token, invitation: null, problem: null };
  try {
    return { token, invitation: await trpcClient.workspaces.invitation.mutate({ token }), problem: null };
  } catch (error) {
    if (getFailureCode(error) !== 'INVITATION_INVALID') throw error;
    return { token, invitation: null, problem: getErrorMessage(error, NOT_FOUND) };
  }
}

export function Page() {
  const { token, invitation, problem } = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  if (invitation === null)
    return (
      <Container size={560} className={classes.screen ?? ''}>
        <PageMeta title="Invitation" />
        <EmptyState
          wholeScreen
          icon={<LinkIcon size={28} aria-hidden />}
          title="This invitation no longer works"
          text={problem ?? 'Open the link in the email again, or ask for a new invitation.'}
          action={
            <Button component={Link} to={paths.home()}>
              Go to the home page
            </Button>
          }
        />
      </Container>
    );
  return (
    <AuthScreen
      title={`Join ${invitation.workspaceName}`}
      description={
        // The first member of a workspace often has its name.
        invitation.inviterName === invitation.workspaceName
          ? `${invitation.workspaceName} invited you to join their workspace.`
          : `${invitation.inviterName} invited you to work for ${invitation.workspaceName}.`
      }
    >
      <PageMeta title="Invitation" />
      <Stack gap="lg">
        <DescriptionList
          facts={[
            { label: 'Your role', value: ROLES[invitation.role].label },
            { label: 'Permissions', value: ROLE_PURPOSES[invitation.role] },
            { label: 'Sent to', value: invitation.email },
          ]}
        />
        <Answer token={token} invitation={invitation} />
      </Stack>
    </AuthScreen>
  );
}

function Answer({ token, invitation }: { token: string; invitation: Invitation }) {
  const user = useUser();
  const accept = trpc.workspaces.accept.useMutation({
    onSuccess: ({ username }) => {
      notifyAfterLoad('Invitation accepted', `You can now work for ${invitation.workspaceName}.`);
      openWorkspace(username);
    },
    onError: (error) => notifyFailure(error, 'The invitation could not be accepted'),
  });
  if (user === null) return <JoinForm token={token} invitation={invitation} />;
  if (!invitation.isForCaller)
    return (
      <Text>{`You are signed in as ${user.email}. Log out, then open the link again to use ${invitation.email}.`}</Text>
    );
  return (
    <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
      Accept invitation
    </Button>
  );
}
