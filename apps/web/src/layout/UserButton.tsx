import { UnstyledButton, VisuallyHidden, type UnstyledButtonProps } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentPropsWithRef } from 'react';
import type { User } from '../session.ts';
import { Portrait } from '../ui/Portrait.tsx';
import classes from './Header.module.css';

const UserMenu = lazy(() => import('./UserMenu.tsx').then((module) => ({ default: module.UserMenu })));

/**
 * Who is signed in. The menu is fetched when a pointer comes near, and opens at the first press all the same: what is
 * pressed may be replaced before the pointer is lifted, and then there is no click.
 */
export function UserButton({ user }: { user: User }) {
  const [isWanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  const face = (
    <UserFace
      user={user}
      aria-haspopup="menu"
      // A finger that comes down may be about to scroll: it waits for the click, and nothing is replaced before it.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setWanted(true)}
      onPointerDown={({ pointerType }) => pointerType === 'mouse' && open()}
      onClick={open}
    />
  );
  if (!isWanted) return face;
  return (
    <Suspense fallback={face}>
      <UserMenu user={user} opened={opened} onChange={setOpened} />
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
    <Portrait person={user} size={40} />
  </UnstyledButton>
);
