import { lazy, Suspense, useState } from 'react';
import type { SignedInUser } from '../session.ts';
import { UserAvatarButton } from './UserAvatarButton.tsx';

const loadUserMenu = () => import('./UserMenu.tsx').then((module) => ({ default: module.UserMenu }));
const UserMenu = lazy(loadUserMenu);

/**
 * Renders the user menu's button. The menu's code loads when the pointer approaches, and the menu replaces the
 * button on the first click. Replacing it earlier could lose the click, because an element removed between press and
 * release receives none.
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
