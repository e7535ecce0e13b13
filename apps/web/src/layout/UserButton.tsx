import { Avatar, UnstyledButton, VisuallyHidden, type UnstyledButtonProps } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentPropsWithRef } from 'react';
import type { User } from '../session.ts';
import classes from './Header.module.css';

const UserMenu = lazy(() => import('./UserMenu.tsx').then((module) => ({ default: module.UserMenu })));

/** Who is signed in. The menu is fetched when a pointer comes near, and opens at the first press all the same. */
export function UserButton({ user }: { user: User }) {
  const [wanted, setWanted] = useState<'soon' | 'now' | null>(null);
  const soon = () => setWanted((before) => before ?? 'soon');
  const face = <UserFace user={user} aria-haspopup="menu" onPointerEnter={soon} onClick={() => setWanted('now')} />;
  if (wanted === null) return face;
  return (
    <Suspense fallback={face}>
      <UserMenu user={user} initiallyOpened={wanted === 'now'} />
    </Suspense>
  );
}

/** The face of the button, with and without its menu. */
export const UserFace = ({
  user,
  ...button
}: { user: User } & UnstyledButtonProps & ComponentPropsWithRef<'button'>) => (
  <UnstyledButton className={classes.user ?? ''} {...button}>
    <VisuallyHidden>Account of {user.fullName}</VisuallyHidden>
    <Avatar src={user.profileImageUrl} name={user.fullName} size={40} alt="" aria-hidden />
  </UnstyledButton>
);
