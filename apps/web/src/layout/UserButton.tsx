import { Avatar, UnstyledButton, VisuallyHidden, type UnstyledButtonProps } from '@mantine/core';
import { useState, type ComponentPropsWithRef, type ComponentType } from 'react';
import type { User } from '../session.ts';
import classes from './UserMenu.module.css';

interface UserMenuProps {
  user: User;
}

/** Who is signed in. Its menu is fetched when a pointer or the focus comes near, and opens at the first press all the same. */
export function UserButton({ user }: UserMenuProps) {
  const [Menu, setMenu] = useState<ComponentType<UserMenuProps & { initiallyOpened: boolean }> | null>(null);
  const [wasPressed, setPressed] = useState(false);
  const load = () => void import('./UserMenu.tsx').then(({ UserMenu }) => setMenu(() => UserMenu));
  if (Menu !== null) return <Menu user={user} initiallyOpened={wasPressed} />;
  const press = () => { setPressed(true); load(); };
  return <UserFace user={user} aria-haspopup="menu" onPointerEnter={load} onClick={press} />;
}

/** The face of the button, with and without its menu. */
export const UserFace = ({ user, ...button }: UserMenuProps & UnstyledButtonProps & ComponentPropsWithRef<'button'>) => (
  <UnstyledButton className={classes.user ?? ''} {...button}>
    <VisuallyHidden>Account of {user.fullName}</VisuallyHidden>
    <Avatar src={user.profileImageUrl} name={user.fullName} size={40} alt="" aria-hidden />
  </UnstyledButton>
);
