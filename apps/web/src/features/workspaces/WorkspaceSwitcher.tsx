import { Menu } from '@mantine/core';
import { ROLES } from '@marquee/validation';
import { Check } from 'lucide-react';
import { trpc } from '../../trpc.ts';
import { openWorkspace } from './openWorkspace.ts';

/** Lists the user's workspaces in a menu, if there are several. Choosing one opens its dashboard. */
export function WorkspaceSwitcher({ workspaceId }: { workspaceId: string }) {
  const { data: workspaces = [] } = trpc.workspaces.own.useQuery();
  if (workspaces.length < 2) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Workspaces</Menu.Label>
      {workspaces.map(({ id, name, role, username }) => (
        <Menu.Item
          key={id}
          onClick={() => openWorkspace(username)}
          aria-current={id === workspaceId ? 'true' : undefined}
          rightSection={id === workspaceId ? <Check size={16} aria-hidden /> : null}
        >
          {`${name} (${ROLES[role].label.toLowerCase()})`}
        </Menu.Item>
      ))}
    </>
  );
}
