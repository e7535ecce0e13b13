import { Group, Text } from '@mantine/core';
import { Mail } from 'lucide-react';
import { useUser } from '../../../session.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { ResendVerificationButton } from './ResendVerificationButton.tsx';

/** Asks the user to confirm their email address, with a button that sends the verification email again. */
export function UnverifiedEmailCallout() {
  const user = useUser();
  if (user === null || user.emailVerifiedAt !== null) return null;
  return (
    <Callout tone="info" icon={<Mail size={20} aria-hidden />} title="Please confirm your email address">
      <Group justify="space-between" gap="xs">
        <Text inherit style={{ overflowWrap: 'anywhere' }}>
          Open the link in the email that we sent to {user.email}.
        </Text>
        <ResendVerificationButton label="Send again" size="xs" variant="default" />
      </Group>
    </Callout>
  );
}
