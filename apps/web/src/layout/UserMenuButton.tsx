import { lazy, Suspense, useState } from 'react';
import type { SignedInUser } from '../session.ts';
import { UserAvatarButton } from './UserAvatarButton.tsx';

const loadUserMenu = () => import('./UserMenu.tsx').then((module) => ({ default: module.UserMenu }));
const UserMenu = lazy(loadUserMenu);

/**
 * Renders the user menu's button. The menu's code loads when the pointer approaches. On the first click, the menu
 * replaces the button. If the button were replaced earlier, the click could be lost, because an element that is
 * removed between press and release receives no click.
 */
export function UserMenuButton({ user }: { user: SignedInUser }) {
  const [isWanted, setWanted] = useState(false);
  const face = (
    <UserAvatarButton
      user={user}
      aria-haspopup="menu"
      onPointerEnter={() => void loadUserMenu().catch(() => {})}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return face;
  return (
    <Suspense fallback={face}>
      <UserMenu user={user} />
    </Suspense>
  );
}
