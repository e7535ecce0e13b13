import { Button, Divider, Stack, Text } from '@mantine/core';
import { factorCodeInput, type SecondStepInput } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { getSafeReturnPath } from '../../../paths.ts';
import { getFailureCode } from '../../../lib/errors.ts';
import { focusField, focusFirstError } from '../../../lib/focusField.ts';
import { notify, notifyAfterLoad } from '../../../lib/notify.ts';
import { trpc, trpcClient } from '../../../trpc.ts';
import { SIGNED_IN } from './auth.words.ts';
import { collectBrowserInfo } from './browserInfo.ts';
import { CodeField } from './FactorFields.tsx';
import { showFieldError, SubmitButton } from './formParts.tsx';
import { notifyPasskeyFailure, signWithPasskey } from './passkeys.ts';
import type { ReturnPathProps } from './returnPath.ts';

/** Asks for the second factor of an account whose user has entered the password. */
export function SecondStepForm({ next, onBack }: ReturnPathProps & { onBack: () => void }) {
  const { data: step, isSuccess } = trpc.auth.secondStep.useQuery();
  const hasExpired = isSuccess && step === null;
  useEffect(() => {
    if (!hasExpired) return;
    notify('Sign In Failed', 'Your sign-in took too long. Please sign in again.');
    onBack();
  }, [hasExpired, onBack]);
  const form = useForm({ initialValues: { code: '' }, validate: schemaResolver(factorCodeInput, { sync: true }) });
  const complete = useMutation({
    mutationFn: (proof: SecondStepInput) =>
      trpcClient.auth.completeSignIn.mutate({ step: proof, ...collectBrowserInfo() }),
    onSuccess: (user) => {
      notifyAfterLoad(...SIGNED_IN);
      location.assign(getSafeReturnPath(next, user));
    },
  });
  const onError = (error: unknown) => {
    if (getFailureCode(error) === 'SIGN_IN_EXPIRED') onBack();
    showFieldError(form, error, { CODE_WRONG: 'code', CODES_BLOCKED: 'code' }, 'Login failed', 'Sign In Failed');
  };
  const passkey = useMutation({
    mutationFn: async () =>
      complete.mutateAsync({ passkey: await signWithPasskey(await trpcClient.auth.beginPasskeySignIn.mutate()) }),
    onError: (error) => notifyPasskeyFailure(error, 'Sign In Failed'),
  });
  const takesCode = step?.hasAuthenticator === true || step?.hasRecoveryCodes === true;
  // The field is the first thing that the user needs here.
  useEffect(() => {
    if (takesCode) focusField('code');
  }, [takesCode]);
  if (!step) return null;
  const isPending = complete.isPending || complete.isSuccess;
  return (
    <form noValidate onSubmit={form.onSubmit(({ code }) => complete.mutate({ code }, { onError }), focusFirstError)}>
      <Stack gap="md">
        <Text>Your account is protected by a second step. Confirm that it’s you to continue.</Text>
        {step.hasPasskey && (
          <Button
            variant={takesCode ? 'default' : 'filled'}
            fullWidth
            leftSection={<KeyRound size={18} aria-hidden />}
            loading={passkey.isPending}
            disabled={isPending && !passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            Use a passkey
          </Button>
        )}
        {step.hasPasskey && takesCode && <Divider label="or with a code" />}
        {takesCode && (
          <>
            <CodeField {...form.getInputProps('code')} />
            <SubmitButton label="Continue" pendingLabel="Signing In..." isPending={isPending} />
          </>
        )}
        <Button variant="subtle" onClick={onBack} disabled={isPending}>
          Sign in with another account
        </Button>
      </Stack>
    </form>
  );
}
