import { Button } from '@mantine/core';
import { Mail } from 'lucide-react';
import { useUser } from '../../session.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { notify } from '../../lib/notify.ts';
import { Callout } from '../../ui/Callout.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';

/** Asks the user to confirm their email address, with a button that sends the verification email again. */
export function UnverifiedEmailCallout() {
  const user = useUser();
  const resend = useResendVerification();
  if (user === null || user.emailVerifiedAt !== null) return null;
  return (
    <Callout tone="info" icon={<Mail size={20} aria-hidden />} title="Please confirm your email address">
      We sent a mail with a link to {user.email}. Booking requests and receipts go there.
      <br />
      <Button
        mt="xs"
        size="xs"
        variant="default"
        loading={resend.isPending}
        disabled={resend.isSuccess}
        onClick={() => resend.mutate()}
      >
        {resend.isSuccess ? 'Sent' : 'Send again'}
      </Button>
    </Callout>
  );
}

export function useResendVerification() {
  return trpc.auth.resendVerification.useMutation({
    onSuccess: ({ email }) => notify('Mail sent', `Open the link in the mail to ${email}.`),
    onError: async (error) => {
      notifyFailure(error, 'The mail could not be sent');
      // Reloads the account, because the request also fails if the user has already confirmed the address in another
      // tab. In that case, the callout disappears.
      await queryUtils.auth.invalidate();
    },
  });
}
