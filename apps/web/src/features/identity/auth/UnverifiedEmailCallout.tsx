import { Button, Group, Text } from '@mantine/core';
import { Mail } from 'lucide-react';
import { useUser } from '../../../session.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { EMAIL_NOT_SENT } from './auth.words.ts';

/** Asks the user to confirm their email address, with a button that sends the verification email again. */
export function UnverifiedEmailCallout() {
  const user = useUser();
  const resend = useResendVerification();
  if (user === null || user.emailVerifiedAt !== null) return null;
  return (
    <Callout tone="info" icon={<Mail size={20} aria-hidden />} title="Please confirm your email address">
      <Group justify="space-between" gap="xs">
        <Text inherit style={{ overflowWrap: 'anywhere' }}>
          Open the link in the email that we sent to {user.email}.
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={resend.isPending}
          disabled={resend.isSuccess}
          onClick={() => resend.mutate()}
        >
          {resend.isSuccess ? 'Sent' : 'Send again'}
        </Button>
      </Group>
    </Callout>
  );
}

export function useResendVerification() {
  return trpc.auth.resendVerification.useMutation({
    onSuccess: ({ email }) => notify('Email sent', `Open the link in the email to ${email}.`),
    onError: async (error) => {
      notifyFailure(error, EMAIL_NOT_SENT);
      // Reloads the account, because the request also fails if the user has already confirmed the address in another
      // tab. In that case, the callout disappears.
      await queryUtils.auth.invalidate();
    },
  });
}
