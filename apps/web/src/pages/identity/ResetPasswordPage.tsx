/** /reset-password#token=…: sets a new password with the link from an email. */
import { Button, Container, Group, Stack } from '@mantine/core';
import { changePasswordForm } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { LinkIcon } from 'lucide-react';
import { Link, useLoaderData } from 'react-router-dom';
import classes from '../../features/identity/auth/AuthScreen.module.css';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { showFieldError, SubmitButton } from '../../features/identity/auth/formParts.tsx';
import { readEmailLink, useReloadOnEmailLink } from '../../features/identity/auth/emailLink.ts';
import { NewPasswordFields } from '../../features/identity/auth/NewPasswordFields.tsx';
import { paths } from '../../paths.ts';
import { trpc, trpcClient } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { withAutofill } from '../../lib/autofill.ts';
import { focusFirstError } from '../../lib/focusField.ts';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { notifyAfterLoad } from '../../lib/notify.ts';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { LINK_EXPIRED } from '../../features/messaging/support/support.words.ts';

export async function loader() {
  const { token } = readEmailLink();
  const { state } = await withLoadError(trpcClient.auth.checkResetLink.mutate({ token }), 'Failed to check the link');
  return { token, state };
}

export function Page() {
  const { token, state } = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  if (state !== 'usable') return <UnusableResetLink isUsed={state === 'used'} />;
  return (
    <AuthScreen title="Choose a new password" description="You will be signed out on all devices.">
      <PageMeta title="Reset Password" />
      <RechangePasswordForm token={token} />
    </AuthScreen>
  );
}

const UnusableResetLink = ({ isUsed }: { isUsed: boolean }) => (
  <Container size={560} className={classes.screen ?? ''}>
    <PageMeta title="Reset Password" />
    <EmptyState
      wholeScreen
      icon={<LinkIcon size={28} aria-hidden />}
      title={isUsed ? 'You have already used this link' : LINK_EXPIRED}
      text={
        isUsed
          ? 'Your password was changed. Sign in with the new password, or request another link.'
          : 'A link to reset a password works once and expires after one hour.'
      }
      action={
        <Group gap="sm" justify="center">
          {isUsed && (
            <Button component={Link} to={paths.login()}>
              Sign In
            </Button>
          )}
          <Button component={Link} to={paths.forgotPassword()} variant={isUsed ? 'default' : 'filled'}>
            Request a new link
          </Button>
        </Group>
      }
    />
  </Container>
);

function RechangePasswordForm({ token }: { token: string }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirmPassword: '' },
    validate: schemaResolver(changePasswordForm, { sync: true }),
  });
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: () => {
      notifyAfterLoad('Password changed', 'Please sign in with your new password.');
      location.assign(paths.login());
    },
    onError: (error) =>
      showFieldError(form, error, { PASSWORD_COMMON: 'password' }, 'The password could not be changed'),
  });
  // Keeps the button in its pending state until the browser has loaded the next page.
  const isPending = reset.isPending || reset.isSuccess;
  return (
    <form
      noValidate
      onSubmit={withAutofill(
        form,
        form.onSubmit(({ password }) => reset.mutate({ token, password }), focusFirstError),
      )}
    >
      <Stack gap="md">
        <NewPasswordFields form={form} />
        <SubmitButton label="Change password" pendingLabel="Saving..." isPending={isPending} />
      </Stack>
    </form>
  );
}
