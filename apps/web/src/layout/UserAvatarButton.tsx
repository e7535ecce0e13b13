import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import type { SignedInUser } from '../session.ts';
import { PersonAvatar } from '../ui/PersonAvatar.tsx';
import classes from './Header.module.css';

/**
 * Renders the button that opens the user menu, without the menu. UserMenu.tsx uses it as the menu's target once the
 * menu's code has loaded.
 */
export const UserAvatarButton = ({ user, ...button }: { user: SignedInUser } & ComponentPropsWithRef<'button'>) => (
  <UnstyledButton className={classes.user ?? ''} {...button}>
    <VisuallyHidden>Account of {user.fullName}</VisuallyHidden>
    <PersonAvatar person={user} size={40} />
  </UnstyledButton>
);
