/** /reset-password#token=…: chooses a new password with the link of a mail. */
import { Button, Container, Stack } from '@mantine/core';
import { setPasswordForm } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { LinkIcon } from 'lucide-react';
import { Link, useLoaderData } from 'react-router-dom';
import classes from '../features/auth/AuthScreen.module.css';
import { AuthScreen } from '../features/auth/AuthScreen.tsx';
import { refusedField, SubmitButton } from '../features/auth/formParts.tsx';
import { takeMailLink, useReloadOnLink } from '../features/auth/mailLink.ts';
import { NewPassword } from '../features/auth/NewPassword.tsx';
import { paths } from '../paths.ts';
import { trpc, trpcClient } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { focusFirstError } from '../ui/focusField.ts';
import { Head } from '../ui/Head.tsx';
import { notifyAfterLoad } from '../ui/notify.ts';
import { orFail } from '../ui/RouteError.tsx';

export async function loader() {
  const { token } = takeMailLink();
  const { isGood } = await orFail(trpcClient.auth.checkResetLink.mutate({ token }), 'Failed to check the link');
  return { token, isGood };
}

export function Page() {
  const { token, isGood } = useLoaderData<typeof loader>();
  useReloadOnLink();
  if (!isGood) return <DeadLink />;
  return (
    <AuthScreen
      title="Choose a new password"
      description="All devices that are signed in to your account are signed out."
    >
      <Head title="Reset Password" />
      <Form token={token} />
    </AuthScreen>
  );
}

const DeadLink = () => (
  <Container size={560} className={classes.screen ?? ''}>
    <Head title="Reset Password" />
    <EmptyState
      wholeScreen
      icon={<LinkIcon size={28} aria-hidden />}
      title="This link no longer works"
      text="Links to reset a password are good once, for one hour. You can ask for a new one at any time."
      action={
        <Button component={Link} to={paths.forgotPassword()}>
          Ask for a new link
        </Button>
      }
    />
  </Container>
);

function Form({ token }: { token: string }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirmPassword: '' },
    validate: schemaResolver(setPasswordForm, { sync: true }),
  });
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: () => {
      notifyAfterLoad('Password changed', 'Please sign in with your new password.');
      location.assign(paths.login());
    },
    onError: (error) => refusedField(form, error, { PASSWORD_COMMON: 'password' }, 'The password could not be changed'),
  });
  // Until the next page is there, the button stays as it is.
  const isPending = reset.isPending || reset.isSuccess;
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }), focusFirstError)}>
      <Stack gap="md">
        <NewPassword form={form} />
        <SubmitButton label="Change password" pendingLabel="Saving..." isPending={isPending} />
      </Stack>
    </form>
  );
}
