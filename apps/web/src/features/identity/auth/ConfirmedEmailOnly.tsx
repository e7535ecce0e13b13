import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUser } from '../../../session.ts';
import { ResendVerificationButton } from './ResendVerificationButton.tsx';

/**
 * Renders a control that needs a confirmed email address. If the address is not confirmed, says so instead, and offers
 * to send the confirmation email.
 */
export function ConfirmedEmailOnly({ children }: { children: ReactNode }) {
  const user = useUser();
  if (user === null || user.emailVerifiedAt !== null) return children;
  return (
    <Group gap="sm">
      <Text size="sm">Confirm your email address first, because only you should be able to set this up.</Text>
      <ResendVerificationButton label="Email me the link" size="sm" variant="default" />
    </Group>
  );
}
