import { Anchor, PasswordInput, Stack, Text } from '@mantine/core';
import { signInInput as signInForm } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useLocation } from 'react-router-dom';
import { paths, getSafeReturnPath } from '../../paths.ts';
import { withAutofill } from '../../lib/autofill.ts';
import { focusField, focusFirstError } from '../../lib/focusField.ts';
import { notifyAfterLoad } from '../../lib/notify.ts';
import { EmailField } from './EmailField.tsx';
import { ExternalSignIn } from './ExternalSignIn.tsx';
import { SubmitButton } from './formParts.tsx';
import type { ReturnPathProps } from './returnPath.ts';
import { notifySignInFailure, useSignIn } from './signIn.ts';
import { SIGNED_IN } from './auth.words.ts';

/**
 * Renders the sign-in form (spec §2 "Sign-in screen"). Signing in loads the next page from the server, so that no
 * data of the anonymous visitor stays in memory.
 */
export function SignInForm({ next }: ReturnPathProps) {
  // The order form and the registration page pass on the new account's email address.
  const email = (useLocation().state as { email?: string } | null)?.email ?? '';
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: schemaResolver(signInForm, { sync: true }),
  });
  const signIn = useSignIn({
    onSuccess: (user) => {
      notifyAfterLoad(...SIGNED_IN);
      location.assign(getSafeReturnPath(next, user));
    },
    onError: (error) => {
      notifySignInFailure(error);
      // Waits until React has enabled the field again, because a disabled field cannot be focused.
      setTimeout(() => focusField('password'));
    },
  });
  // Keeps the button in its pending state until the browser has loaded the next page.
  const isPending = signIn.isPending || signIn.isSuccess;

  return (
    <form
      noValidate
      onSubmit={withAutofill(
        form,
        form.onSubmit((values) => signIn.mutate(values), focusFirstError),
      )}
    >
      <Stack gap="md">
        <ExternalSignIn next={next} />
        <EmailField form={form} isUsername />
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
