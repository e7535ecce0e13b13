import { Button, Container, Stack } from '@mantine/core';
import { getWorkspacePath, splitWorkspacePath } from '@marquee/contracts';
import { paths } from '../../../paths.ts';
import { useUser } from '../../../session.ts';
import { OUTSIDE_WORKSPACE, trpc } from '../../../trpc.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageMeta } from '../../../ui/PageMeta.tsx';
import { describeLostWorkspace } from './lostWorkspace.words.ts';

/**
 * Says that the user is not, or no longer, a member of the workspace in the address, and links to the user's own
 * workspaces. Only the browser renders it.
 */
export function LostWorkspaceScreen() {
  const { data: workspaces = [] } = trpc.workspaces.own.useQuery(undefined, OUTSIDE_WORKSPACE);
  // The user is known if the page was already open.
  const user = useUser();
  const { title, text } = describeLostWorkspace(user, splitWorkspacePath(location.pathname).username);
  return (
    <Container size="sm" py="xl">
      <PageMeta title={title} />
      <EmptyState
        wholeScreen
        title={title}
        text={text}
        action={
          <Stack gap="sm">
            {workspaces.map(({ id, name, username }) => (
              // A full page load, because the other workspace has its own addresses and data.
              <Button key={id} component="a" href={getWorkspacePath(username) + paths.dashboard()}>
                {`Open ${name}`}
              </Button>
            ))}
          </Stack>
        }
      />
    </Container>
  );
}
