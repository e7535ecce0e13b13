import { Button, Divider, List, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { factorCodeInput, type SecondStepInput } from '@marquee/validation';
import { KeyRound } from 'lucide-react';
import { getFailureCode } from '../../../lib/errors.ts';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { CodeField } from './FactorFields.tsx';
import { showFieldError } from './formParts.tsx';
import { notifyPasskeyFailure, signWithPasskey } from './passkeys.ts';

export const SECURE_FAILED = 'Your account could not be secured';

type RemainingFactors = NonNullable<RouterOutputs['recovery']['checkLink']>['factors'];

interface SecureAccountFormProps {
  token: string;
  /** The factors of which the user has to use one, or null if the link is enough. */
  factors: RemainingFactors;
  onSecured: (result: RouterOutputs['recovery']['secureAccount']) => void;
  onInvalid: (error: unknown) => void;
}

/** Says what securing the account does, and asks for the second factor that the account had before the change. */
export function SecureAccountForm({ token, factors, onSecured, onInvalid }: SecureAccountFormProps) {
  const secure = useMutation({
    mutationFn: (step: SecondStepInput | null) =>
      trpcClient.recovery.secureAccount.mutate({ token, ...(step !== null && { step }) }),
    onSuccess: onSecured,
    onError: (error) => {
      if (getFailureCode(error) === 'LINK_INVALID') onInvalid(error);
    },
  });
  const secureByLink = () => secure.mutate(null, { onError: (error) => notifyFailure(error, SECURE_FAILED) });
  return (
    <Stack gap="md">
      <List spacing="xs" size="sm">
        <List.Item>We sign out all devices.</List.Item>
        <List.Item>Your password and any second factors that were added since the change stop working.</List.Item>
        <List.Item>We undo recent changes to the members, approval rules and agency of your workspaces.</List.Item>
        <List.Item>Payouts and saved cards wait until our team has reviewed your workspaces.</List.Item>
        <List.Item>We email you a link to choose a new password.</List.Item>
      </List>
      {factors === null ? (
        <Button loading={secure.isPending} onClick={secureByLink}>
          Secure my account
        </Button>
      ) : (
        <>
          <FactorStep
            token={token}
            factors={factors}
            isPending={secure.isPending}
            onStep={async (step) => void (await secure.mutateAsync(step))}
          />
          <Divider label="or without it" />
          <Text size="sm">
            If you can’t use it, we only sign out all devices and stop payouts. If you did not add it yourself, use the
            link in our email about it instead.
          </Text>
          <Button variant="default" loading={secure.isPending} onClick={secureByLink}>
            Sign out all devices and stop payouts
          </Button>
        </>
      )}
    </Stack>
  );
}

function FactorStep({
  token,
  factors,
  isPending,
  onStep,
}: {
  token: string;
  factors: NonNullable<RemainingFactors>;
  isPending: boolean;
  onStep: (step: SecondStepInput) => Promise<void>;
}) {
  const form = useForm({ initialValues: { code: '' }, validate: schemaResolver(factorCodeInput, { sync: true }) });
  const passkey = useMutation({
    mutationFn: async () => {
      const options = await trpcClient.recovery.beginPasskey.mutate({ token });
      await onStep({ passkey: await signWithPasskey(options) });
    },
    onError: (error) => notifyPasskeyFailure(error),
  });
  const sendCode = ({ code }: { code: string }) =>
    onStep({ code }).catch((error: unknown) =>
      showFieldError(form, error, { CODE_WRONG: 'code', CODES_BLOCKED: 'code' }, SECURE_FAILED),
    );
  const takesCode = factors.hasAuthenticator || factors.hasRecoveryCodes;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void sendCode(values), focusFirstError)}>
      <Stack gap="md">
        <Text size="sm">
          Your account had a second factor before the change. Use it to show that the account is yours.
        </Text>
        {factors.hasPasskey && (
          <Button
            fullWidth
            leftSection={<KeyRound size={18} aria-hidden />}
            loading={passkey.isPending}
            disabled={isPending && !passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            Secure with a passkey
          </Button>
        )}
        {factors.hasPasskey && takesCode && <Divider label="or with a code" />}
        {takesCode && (
          <>
            <CodeField {...form.getInputProps('code')} />
            <Button type="submit" fullWidth loading={isPending && !passkey.isPending}>
              Secure with a code
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}
