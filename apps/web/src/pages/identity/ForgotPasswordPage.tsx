/** /forgot-password: sends the user an email with a link to set a new password. */
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { forgotPasswordInput } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { EmailField } from '../../features/identity/auth/EmailField.tsx';
import { SubmitButton } from '../../features/identity/auth/formParts.tsx';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { withAutofill } from '../../lib/autofill.ts';
import { focusFirstError } from '../../lib/focusField.ts';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { EMAIL_NOT_SENT } from '../../features/identity/auth/auth.words.ts';

export function Page() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AuthScreen title="Forgot your password?" description="We email you a link to choose a new password.">
      <PageMeta
        title="Forgot Password"
        description="Get a link by email and set a new password for your account."
        canonical={paths.forgotPassword()}
      />
      <Stack gap="md">
        {sentTo === null ? (
          <ForgotPasswordForm onSent={setSentTo} />
        ) : (
          <LinkSent email={sentTo} onAgain={() => setSentTo(null)} />
        )}
        <Text size="sm" ta="center">
          <Anchor component={Link} to={paths.login()} underline="always">
            Back to sign in
          </Anchor>
        </Text>
      </Stack>
    </AuthScreen>
  );
}

function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: schemaResolver(forgotPasswordInput, { sync: true }),
  });
  const send = trpc.auth.forgotPassword.useMutation({
    onSuccess: (_, { email }) => onSent(email.trim()),
    onError: (error) => notifyFailure(error, EMAIL_NOT_SENT),
  });
  return (
    <form
      noValidate
      onSubmit={withAutofill(
        form,
        form.onSubmit((values) => send.mutate(values), focusFirstError),
      )}
    >
      <Stack gap="md">
        <EmailField form={form} />
        <SubmitButton label="Send reset link" pendingLabel="Sending..." isPending={send.isPending} mt={0} />
      </Stack>
    </form>
  );
}

/** Confirms that the email was sent. The text must not reveal whether an account with the address exists. */
const LinkSent = ({ email, onAgain }: { email: string; onAgain: () => void }) => (
  <>
    <output>
      <Callout tone="info" icon={<MailCheck size={20} aria-hidden />} title="Check your email">
        If an account with {email} exists, we sent an email with a link. It works once and expires after one hour.
      </Callout>
    </output>
    <Button variant="default" fullWidth onClick={onAgain}>
      Use another address
    </Button>
  </>
);
