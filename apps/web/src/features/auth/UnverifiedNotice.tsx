import { Button } from '@mantine/core';
import { Mail } from 'lucide-react';
import { useUser } from '../../session.ts';
import { data, trpc } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { Notice } from '../../ui/Notice.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';

/** Reminds somebody who has not confirmed the address yet, and sends the mail again. */
export function UnverifiedNotice() {
  const user = useUser();
  const resend = useResend();
  if (user === null || user.emailVerifiedAt !== null) return null;
  return (
    <Notice tone="info" icon={<Mail size={20} aria-hidden />} title="Please confirm your email address">
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
    </Notice>
  );
}

/** Sends the mail to confirm the address once more. */
export function useResend() {
  return trpc.auth.resendVerification.useMutation({
    onSuccess: ({ email }) => notify('Mail sent', `Open the link in the mail to ${email}.`),
    onError: async (error) => {
      tellFailure(error, 'The mail could not be sent');
      // Confirmed in another window meanwhile.
      await data.auth.invalidate();
    },
  });
}
