import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { signInInput as signInForm } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths, getSafeReturnPath } from '../../../paths.ts';
import { withAutofill } from '../../../lib/autofill.ts';
import { focusField, focusFirstError } from '../../../lib/focusField.ts';
import { notifyAfterLoad } from '../../../lib/notify.ts';
import { queryUtils } from '../../../trpc.ts';
import { EmailField } from './EmailField.tsx';
import { ExternalSignIn } from './ExternalSignIn.tsx';
import { SubmitButton } from './formParts.tsx';
import { usePasskeySignIn } from './passkeys.ts';
import { SecondStepForm } from './SecondStepForm.tsx';
import type { ReturnPathProps } from './returnPath.ts';
import { notifySignInFailure, useSignIn } from './signIn.ts';
import { SIGNED_IN } from './auth.words.ts';

/**
 * Renders the sign-in form (requirements R2.29 to R2.32). Signing in loads the next page from the server, so that no
 * data of the anonymous visitor stays in memory.
 */
export function SignInForm({
  next,
  startsWithSecondStep = false,
}: ReturnPathProps & { startsWithSecondStep?: boolean }) {
  const [hasSecondStep, setSecondStep] = useState(startsWithSecondStep);
  if (hasSecondStep) return <SecondStepForm next={next} onBack={() => setSecondStep(false)} />;
  return <PasswordForm next={next} onSecondStep={() => setSecondStep(true)} />;
}

function PasswordForm({ next, onSecondStep }: ReturnPathProps & { onSecondStep: () => void }) {
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
    onSecondStep: (step) => {
      queryUtils.auth.secondStep.setData(undefined, step);
      onSecondStep();
    },
    onError: (error) => {
      notifySignInFailure(error);
      // Waits until React has enabled the field again, because a disabled field cannot be focused.
      setTimeout(() => focusField('password'));
    },
  });
  // Keeps the button in its pending state until the browser has loaded the next page.
  const isPending = signIn.isPending || signIn.isSuccess;
  const passkey = usePasskeySignIn(next);

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
        <Button
          variant="default"
          fullWidth
          leftSection={<KeyRound size={18} aria-hidden />}
          loading={passkey.isPending || passkey.isSuccess}
          onClick={() => passkey.mutate()}
        >
          Sign in with a passkey
        </Button>
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
