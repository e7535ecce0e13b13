import { Menu } from '@mantine/core';
import { isStaff } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { WorkspaceSwitcher } from '../features/identity/workspaces/WorkspaceSwitcher.tsx';
import { paths } from '../paths.ts';
import type { SignedInUser } from '../session.ts';
import { UserAvatarButton } from './UserAvatarButton.tsx';

/**
 * Renders the user menu. The menu is open from the start, because it is first rendered when the user clicks the
 * button.
 */
export function UserMenu({ user }: { user: SignedInUser }) {
  return (
    <Menu position="bottom-end" width={240} defaultOpened>
      <Menu.Target>
        <UserAvatarButton user={user} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <strong>{user.fullName}</strong>
          <br />
          {user.email}
          {(!user.isAlone || user.forAgency !== null) && <div>{`Working for ${user.workspaceName}`}</div>}
        </Menu.Label>
        {user.userType === 'influencer' ? (
          <>
            <Menu.Item component={Link} to={paths.profile(user)}>
              View Profile
            </Menu.Item>
            <Menu.Item component={Link} to={paths.saved()}>
              Saved
            </Menu.Item>
          </>
        ) : (
          <Menu.Item component={Link} to={paths.customerInfo()}>
            Customer Info
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={paths.settings()}>
          Settings
        </Menu.Item>
        {isStaff(user) && (
          <Menu.Item component={Link} to={paths.admin()}>
            Admin
          </Menu.Item>
        )}
        <WorkspaceSwitcher workspaceId={user.workspaceId} />
      </Menu.Dropdown>
    </Menu>
  );
}
