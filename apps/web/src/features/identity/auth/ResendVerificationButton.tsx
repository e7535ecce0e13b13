import { Button, type ButtonProps } from '@mantine/core';
import { queryUtils, trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { EMAIL_NOT_SENT } from './auth.words.ts';

interface ResendVerificationButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  label: string;
}

/** Sends the user another email with the link that confirms their address, once. */
export function ResendVerificationButton({ label, ...style }: ResendVerificationButtonProps) {
  const resend = trpc.auth.resendVerification.useMutation({
    onSuccess: ({ email }) => notify('Email sent', `Open the link in the email to ${email}.`),
    onError: async (error) => {
      notifyFailure(error, EMAIL_NOT_SENT);
      // Reloads the account, because the request also fails if the user has already confirmed the address in another
      // tab. In that case, the button disappears.
      await queryUtils.auth.invalidate();
    },
  });
  return (
    <Button {...style} loading={resend.isPending} disabled={resend.isSuccess} onClick={() => resend.mutate()}>
      {resend.isSuccess ? 'Confirmation email sent' : label}
    </Button>
  );
}
