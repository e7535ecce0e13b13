import { Anchor, PasswordInput, Stack, Text } from '@mantine/core';
import { signInInput as signInForm } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useLocation } from 'react-router-dom';
import { paths, getSafeReturnPath } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { focusField, focusFirstError } from '../../lib/focusField.ts';
import { notifyAfterLoad } from '../../lib/notify.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { collectBrowserInfo } from './browserInfo.ts';
import { EmailField } from './EmailField.tsx';
import { ExternalSignIn } from './ExternalSignIn.tsx';
import { SubmitButton } from './formParts.tsx';
import type { ReturnPathProps } from './returnPath.ts';

/**
 * The sign-in form of spec §2 "Sign-in screen". It ends with a full page load, so no data of the signed-out visit
 * stays in memory.
 */
export function SignInForm({ next }: ReturnPathProps) {
  // The registration page passes the address of the new account.
  const email = (useLocation().state as { email?: string } | null)?.email ?? '';
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: schemaResolver(signInForm, { sync: true }),
  });
  const signIn = trpc.auth.signIn.useMutation({
    onSuccess: (user) => {
      notifyAfterLoad('Welcome Back', 'You have been signed in successfully.');
      location.assign(getSafeReturnPath(next, user));
    },
    onError: (error) => {
      notifyFailure(error, 'Login failed', 'Sign In Failed');
      // Waits until the form is enabled again, since a disabled field cannot take the focus.
      setTimeout(() => focusField('password'));
    },
  });
  // Keeps the button pending until the next page has loaded.
  const isPending = signIn.isPending || signIn.isSuccess;

  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => signIn.mutate({ ...values, ...collectBrowserInfo() }), focusFirstError)}
    >
      <Stack gap="md">
        <ExternalSignIn next={next} />
        <EmailField form={form} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          aria-required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Anchor
          component={Link}
          to={paths.forgotPassword()}
          size="sm"
          underline="always"
          style={{ alignSelf: 'flex-end' }}
        >
          Forgot password?
        </Anchor>
        <SubmitButton label="Sign In" pendingLabel="Signing In..." isPending={isPending} />
        <Text size="sm" ta="center">
          Don’t have an account?{' '}
          <Anchor component={Link} to={paths.register(next === null ? {} : { next })} underline="always">
            Create one
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
