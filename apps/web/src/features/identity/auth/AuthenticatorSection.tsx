import { Badge, Button, Center, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { factorCodeInput } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { ConfirmedEmailOnly } from './ConfirmedEmailOnly.tsx';
import { CodeField } from './FactorFields.tsx';
import { refreshFactors } from './factors.ts';
import { showFieldError } from './formParts.tsx';

interface AuthenticatorSectionProps {
  /** The time when the authenticator app was set up, or null. */
  since: string | null;
  /** Called with the recovery codes that an account gets with its first factor. */
  onRecoveryCodes: (codes: readonly string[]) => void;
}

/** Sets up and removes the authenticator app. */
export function AuthenticatorSection({ since, onRecoveryCodes }: AuthenticatorSectionProps) {
  const begin = trpc.factors.beginAuthenticator.useMutation({
    onError: (error) => notifyFailure(error, 'The setup could not be started'),
  });
  const remove = trpc.factors.removeAuthenticator.useMutation({
    onSuccess: async () => {
      await refreshFactors();
      notify('Authenticator app removed');
    },
    onError: (error) => notifyFailure(error, 'The authenticator app could not be removed'),
  });
  return (
    <AnchoredSection
      id="authenticator"
      title="Authenticator app"
      text="Enter a code from an app on your phone when you sign in with your password."
    >
      {since === null ? (
        <ConfirmedEmailOnly>
          <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
            Set up an app
          </Button>
        </ConfirmedEmailOnly>
      ) : (
        <Group justify="space-between">
          <Group gap="xs">
            <Badge component="span" variant="light" color="teal" tt="none">
              Active
            </Badge>
            <Text size="sm" c="dimmed">
              Set up on <DateTime at={since} dateOnly />
            </Text>
          </Group>
          <ConfirmButton
            label="Remove app"
            title="Remove the authenticator app?"
            confirmLabel="Remove app"
            cancelLabel="Keep it"
            destructive
            loading={remove.isPending}
            onConfirm={() => remove.mutate()}
          >
            Its codes no longer work for your account.
          </ConfirmButton>
        </Group>
      )}
      <Modal opened={begin.isSuccess} onClose={begin.reset} title="Set up an authenticator app" centered>
        {begin.data && <SetupForm setup={begin.data} onClose={begin.reset} onRecoveryCodes={onRecoveryCodes} />}
      </Modal>
    </AnchoredSection>
  );
}

function SetupForm({
  setup,
  onClose,
  onRecoveryCodes,
}: {
  setup: RouterOutputs['factors']['beginAuthenticator'];
  onClose: () => void;
  onRecoveryCodes: AuthenticatorSectionProps['onRecoveryCodes'];
}) {
  const form = useForm({ initialValues: { code: '' }, validate: schemaResolver(factorCodeInput, { sync: true }) });
  const confirm = trpc.factors.confirmAuthenticator.useMutation({
    onSuccess: async ({ recoveryCodes }) => {
      await refreshFactors();
      notify('Authenticator app set up');
      onClose();
      if (recoveryCodes !== null) onRecoveryCodes(recoveryCodes);
    },
    onError: (error) =>
      showFieldError(form, error, { CODE_WRONG: 'code', CODES_BLOCKED: 'code' }, 'The app could not be set up'),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => confirm.mutate(values), focusFirstError)}>
      <Stack gap="md">
        <Text size="sm">Scan this QR code with your authenticator app, then enter the code that the app shows.</Text>
        <Center>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(setup.qrCode)}`}
            alt="QR code with the key below"
            width={220}
            height={220}
          />
        </Center>
        <div>
          <Text size="sm" c="dimmed">
            If you cannot scan it, enter this key:
          </Text>
          <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {setup.secret.match(/.{1,4}/g)?.join(' ')}
          </Code>
        </div>
        <CodeField isAppOnly data-autofocus {...form.getInputProps('code')} />
        <Button type="submit" loading={confirm.isPending}>
          Finish setup
        </Button>
      </Stack>
    </form>
  );
}
