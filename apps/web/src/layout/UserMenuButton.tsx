import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentPropsWithRef } from 'react';
import type { SignedInUser } from '../session.ts';
import { PersonAvatar } from '../ui/PersonAvatar.tsx';
import classes from './Header.module.css';

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

/** The button's content, with and without its menu. */
export const UserAvatarButton = ({ user, ...button }: { user: SignedInUser } & ComponentPropsWithRef<'button'>) => (
  <UnstyledButton className={classes.user ?? ''} {...button}>
    <VisuallyHidden>Account of {user.fullName}</VisuallyHidden>
    <PersonAvatar person={user} size={40} />
  </UnstyledButton>
);
