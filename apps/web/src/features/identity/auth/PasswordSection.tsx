import { Button, Modal, Stack, Text } from '@mantine/core';
import { changePasswordForm } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { queryUtils, trpc } from '../../../trpc.ts';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
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
        <PasswordForm hasPassword={hasPassword} onDone={close} />
      </Modal>
    </AnchoredSection>
  );
}

function PasswordForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const form = useForm({
    initialValues: { password: '', confirmPassword: '' },
    validate: schemaResolver(changePasswordForm, { sync: true }),
  });
  const change = trpc.auth.changePassword.useMutation({
    onSuccess: async () => {
      await queryUtils.auth.invalidate();
      notify('Password saved', 'Your other devices were signed out.');
      onDone();
    },
    onError: (error) => showFieldError(form, error, { PASSWORD_COMMON: 'password' }, 'The password could not be saved'),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => change.mutate({ password }), focusFirstError)}>
      <Stack gap="md">
        {hasPassword && <Text size="sm">This device stays signed in. All other devices are signed out.</Text>}
        <NewPasswordFields form={form} />
        <Button type="submit" loading={change.isPending}>
          Save password
        </Button>
      </Stack>
    </form>
  );
}
