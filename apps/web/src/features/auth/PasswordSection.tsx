import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { changePasswordForm, setPasswordForm } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { queryUtils, trpc } from '../../trpc.ts';
import { focusFirstError } from '../../lib/focusField.ts';
import { notify } from '../../lib/notify.ts';
import { AnchoredSection } from '../../ui/AnchoredSection.tsx';
import { showFieldError } from './formParts.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

/**
 * Lets the user change their password, or set one if they have only signed in through the external provider so far.
 */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  const label = hasPassword ? 'Change password' : 'Set a password';
  return (
    <AnchoredSection
      id="password"
      title="Password"
      text={
        hasPassword
          ? 'When you change your password, your other devices are signed out.'
          : 'Set a password to also sign in with your email address.'
      }
    >
      <Button variant="default" onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={label} centered>
        {hasPassword ? <ChangePasswordForm onDone={close} /> : <SetPasswordForm onDone={close} />}
      </Modal>
    </AnchoredSection>
  );
}

function usePasswordSaved(onDone: () => void) {
  return async () => {
    await queryUtils.auth.invalidate();
    notify('Password saved', 'Your other devices were signed out.');
    onDone();
  };
}

const PASSWORD_NOT_SAVED = 'The password could not be saved';

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const saved = usePasswordSaved(onDone);
  const form = useForm({
    initialValues: { currentPassword: '', password: '', confirmPassword: '' },
    validate: schemaResolver(changePasswordForm, { sync: true }),
  });
  const change = trpc.auth.changePassword.useMutation({
    onSuccess: saved,
    onError: (error) =>
      showFieldError(
        form,
        error,
        { PASSWORD_WRONG: 'currentPassword', PASSWORD_COMMON: 'password' },
        PASSWORD_NOT_SAVED,
      ),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ currentPassword, password }) => change.mutate({ currentPassword, password }),
        focusFirstError,
      )}
    >
      <Stack gap="md">
        <Text size="sm">This device stays signed in. All other devices are signed out.</Text>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          aria-required
          data-autofocus
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordFields form={form} />
        <Button type="submit" loading={change.isPending}>
          Save password
        </Button>
      </Stack>
    </form>
  );
}

function SetPasswordForm({ onDone }: { onDone: () => void }) {
  const saved = usePasswordSaved(onDone);
  const form = useForm({
    initialValues: { password: '', confirmPassword: '' },
    validate: schemaResolver(setPasswordForm, { sync: true }),
  });
  const set = trpc.auth.setPassword.useMutation({
    onSuccess: saved,
    onError: (error) => showFieldError(form, error, { PASSWORD_COMMON: 'password' }, PASSWORD_NOT_SAVED),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => set.mutate({ password }), focusFirstError)}>
      <Stack gap="md">
        <NewPasswordFields form={form} />
        <Button type="submit" loading={set.isPending}>
          Save password
        </Button>
      </Stack>
    </form>
  );
}
