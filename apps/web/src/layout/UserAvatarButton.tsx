import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import type { SignedInUser } from '../session.ts';
import { PersonAvatar } from '../ui/PersonAvatar.tsx';
import classes from './Header.module.css';

/** The button's content, with and without its menu. */
export const UserAvatarButton = ({ user, ...button }: { user: SignedInUser } & ComponentPropsWithRef<'button'>) => (
  <UnstyledButton className={classes.user ?? ''} {...button}>
    <VisuallyHidden>Account of {user.fullName}</VisuallyHidden>
    <PersonAvatar person={user} size={40} />
  </UnstyledButton>
);
