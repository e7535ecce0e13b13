import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentPropsWithRef } from 'react';
import type { User } from '../session.ts';
import { Portrait } from '../ui/Portrait.tsx';
import classes from './Header.module.css';

const load = () => import('./UserMenu.tsx').then((module) => ({ default: module.UserMenu }));
const UserMenu = lazy(load);

/**
 * Who is signed in. The menu is fetched when a pointer comes near and takes the button's place at the first press, not
 * before: what is replaced between press and release gets no click.
 */
export function UserButton({ user }: { user: User }) {
  const [isWanted, setWanted] = useState(false);
  const face = (
    <UserFace
      user={user}
      aria-haspopup="menu"
      onPointerEnter={() => void load().catch(() => {})}
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

/** The face of the button, with and without its menu. */
export const UserFace = ({ user, ...button }: { user: User } & ComponentPropsWithRef<'button'>) => (
  <UnstyledButton className={classes.user ?? ''} {...button}>
    <VisuallyHidden>Account of {user.fullName}</VisuallyHidden>
    <Portrait person={user} size={40} />
  </UnstyledButton>
);
