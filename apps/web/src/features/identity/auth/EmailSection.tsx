import { Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { changeEmailInput } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { focusFirstError } from '../../../lib/focusField.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { notify } from '../../../lib/notify.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { findFormBackup, useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { showFieldError } from './formParts.tsx';
import { ResendVerificationButton } from './ResendVerificationButton.tsx';

/** Name of the form backup, which restores the new email address after the session has expired. */
const EMAIL_BACKUP_NAME = 'email change';

type SignInAccount = RouterOutputs['auth']['account'];

/** Shows the account's email address, whether it is confirmed, and a pending change of the address. */
export function EmailSection({ account }: { account: SignInAccount }) {
  // If the session expired while the dialog was open, reopens it with the text typed so far.
  const [opened, { open, close }] = useDisclosure(findFormBackup(EMAIL_BACKUP_NAME) !== null);
  const isVerified = account.emailVerifiedAt !== null;
  return (
    <AnchoredSection
      id="email"
      title="Email"
      text="Use this address to sign in and to receive booking requests and receipts."
    >
      <Stack gap="md">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {account.email}
          </Text>
          <Badge component="span" variant={isVerified ? 'light' : 'default'} color="teal" tt="none">
            {isVerified ? 'Confirmed' : 'Not confirmed'}
          </Badge>
        </Group>
        {account.pendingEmail !== null && <PendingEmailChange email={account.pendingEmail} />}
        <Group gap="sm">
          {!isVerified && <ResendVerificationButton label="Send confirmation email" />}
          <Button variant="default" onClick={open}>
            Change email
          </Button>
        </Group>
      </Stack>
      <Modal opened={opened} onClose={close} title="Change email" centered>
        <ChangeEmailForm onDone={close} />
      </Modal>
    </AnchoredSection>
  );
}

function PendingEmailChange({ email }: { email: string }) {
  const cancel = trpc.auth.cancelEmailChange.useMutation({
    onSuccess: async () => {
      await queryUtils.auth.account.invalidate();
      notify('Change cancelled', 'Your email address stays as it is.');
    },
    onError: (error) => notifyFailure(error, 'The change could not be cancelled'),
  });
  return (
    <Callout tone="info" title="Confirm your new email address">
      Open the link that we sent to {email}. Your current address stays in use until then.
      <br />
      <Button mt="xs" size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel change
      </Button>
    </Callout>
  );
}

function ChangeEmailForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initialValues: { email: '' },
    validate: schemaResolver(changeEmailInput, { sync: true }),
  });
  useFormBackup(EMAIL_BACKUP_NAME, {
    isDirty: form.values.email !== '',
    values: () => form.getValues().email,
    restore: (email) => form.setFieldValue('email', email),
  });
  const change = trpc.auth.changeEmail.useMutation({
    onSuccess: async ({ pendingEmail }) => {
      await queryUtils.auth.account.invalidate();
      notify('Email sent', `Open the link in the email to ${pendingEmail} to confirm the change.`);
      onDone();
    },
    onError: (error) =>
      showFieldError(
        form,
        error,
        { EMAIL_TAKEN: 'email', EMAIL_UNCHANGED: 'email' },
        'The address could not be changed',
      ),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values), focusFirstError)}>
      <Stack gap="md">
        <Text size="sm">
          We email a link to your new address, and the change takes effect when you open it. We also notify your current
          address.
        </Text>
        <TextInput
          label="New email"
          type="email"
          autoComplete="email"
          aria-required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={change.isPending}>
          Send link
        </Button>
      </Stack>
    </form>
  );
}
