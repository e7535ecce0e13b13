import { Menu } from '@mantine/core';
import { ROLES, type WorkspaceId } from '@marquee/contracts';
import { Check } from 'lucide-react';
import { OUTSIDE_WORKSPACE, trpc } from '../../../trpc.ts';
import { cursorPaging } from '../../../ui/LoadMore.tsx';
import { openWorkspace } from './openWorkspace.ts';

/**
 * Lists the user's workspaces in a menu, if there are several, and the creators that their agency represents. Choosing
 * one opens its dashboard.
 */
export function WorkspaceSwitcher({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { data: workspaces = [] } = trpc.workspaces.own.useQuery(undefined, OUTSIDE_WORKSPACE);
  const creators = trpc.agencies.acting.useInfiniteQuery({}, { ...cursorPaging, ...OUTSIDE_WORKSPACE });
  const represented = creators.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {(workspaces.some(({ id }) => id !== workspaceId) || represented.length > 0) && (
        <>
          <Menu.Divider />
          <Menu.Label>Workspaces</Menu.Label>
          {workspaces.map(({ id, name, role, username }) => (
            <WorkspaceItem
              key={id}
              label={`${name} (${ROLES[role].label.toLowerCase()})`}
              username={username}
              isOpen={id === workspaceId}
            />
          ))}
        </>
      )}
      {represented.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>Creators you represent</Menu.Label>
          {represented.map(({ id, name, agencyName, username }) => (
            <WorkspaceItem
              key={id}
              label={`${name}, for ${agencyName}`}
              username={username}
              isOpen={id === workspaceId}
            />
          ))}
          {creators.hasNextPage && (
            <Menu.Item
              closeMenuOnClick={false}
              disabled={creators.isFetchingNextPage}
              onClick={() => void creators.fetchNextPage()}
            >
              Show more creators
            </Menu.Item>
          )}
        </>
      )}
    </>
  );
}

const WorkspaceItem = ({ label, username, isOpen }: { label: string; username: string; isOpen: boolean }) => (
  <Menu.Item
    onClick={() => openWorkspace(username)}
    aria-current={isOpen ? 'true' : undefined}
    rightSection={isOpen ? <Check size={16} aria-hidden /> : null}
  >
    {label}
  </Menu.Item>
);
