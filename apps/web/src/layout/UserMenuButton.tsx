import { lazy, Suspense, useState } from 'react';
import type { SignedInUser } from '../session.ts';
import { UserAvatarButton } from './UserAvatarButton.tsx';

const loadUserMenu = () => import('./UserMenu.tsx').then((module) => ({ default: module.UserMenu }));
const UserMenu = lazy(loadUserMenu);

/**
 * The signed-in user. The menu is loaded when a pointer comes near, and replaces the button at the first press. It must
 * not do so earlier, because an element that is replaced between press and release gets no click.
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
