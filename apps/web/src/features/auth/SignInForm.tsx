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
 * Spec §2 "Sign-in screen". Signing in loads the next page anew, so nothing of a signed-out visit is left in memory.
 */
export function SignInForm({ next }: ReturnPathProps) {
  // Registering hands its address over.
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
      // After the fields are enabled again.
      setTimeout(() => focusField('password'));
    },
  });
  // Until the next page is there, the button stays as it is.
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
