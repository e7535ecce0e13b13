import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { DELETE_CONFIRMATION } from '@marquee/validation';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Download } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { useUser } from '../../../session.ts';
import { trpc } from '../../../trpc.ts';
import { notifyAfterLoad } from '../../../lib/notify.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useRunOnce } from '../../../lib/useRunOnce.ts';
import { showFieldError } from './formParts.tsx';

/** Downloads the user's data. The address itself would only redirect back, if the user has not confirmed recently. */
const downloadExport = (): void => location.assign(paths.accountExport());

/** `startsNow` begins the download when the page opens, because a link to it was opened. */
export function DataExportSection({ startsNow }: { startsNow: boolean }) {
  const confirm = trpc.auth.requireConfirmation.useMutation({
    onSuccess: downloadExport,
    onError: (error) => notifyFailure(error, 'The download could not be started'),
  });
  useRunOnce(startsNow, confirm.mutate);
  return (
    <AnchoredSection
      id="data"
      title="Your data"
      text="Download your profile, packages, bookings, payments and devices as a JSON file."
    >
      <Button
        variant="default"
        leftSection={<Download size={18} aria-hidden />}
        loading={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        Download my data
      </Button>
    </AnchoredSection>
  );
}

export function DeleteAccountSection() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <AnchoredSection id="delete" title="Delete account" text="Delete your account and your personal data.">
      <Button variant="light" color="red" onClick={open}>
        Delete account
      </Button>
      <Modal opened={opened} onClose={close} title="Delete your account?" centered>
        <DeleteAccountForm onClose={close} />
      </Modal>
    </AnchoredSection>
  );
}

function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const isCreator = useUser()?.userType === 'influencer';
  const form = useForm({ initialValues: { confirmation: '' } });
  const remove = trpc.personalData.deleteAccount.useMutation({
    onSuccess: () => {
      notifyAfterLoad('Account deleted', 'You are signed out.');
      location.assign(paths.home());
    },
    onError: (error) =>
      showFieldError(form, error, { DELETION_UNCONFIRMED: 'confirmation' }, 'The account could not be deleted'),
  });
  const isPending = remove.isPending || remove.isSuccess;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => remove.mutate(values))}>
      <Stack gap="md">
        <List size="sm" spacing={6}>
          <List.Item>Your account closes immediately, and we email you a link with which you can restore it.</List.Item>
          <List.Item>
            Your name, profile, pictures and messages to us are erased on the date in that email. If you have had a
            second factor for at least three days, they are erased immediately.
          </List.Item>
          {isCreator && <List.Item>Your packages are no longer for sale.</List.Item>}
          <List.Item>Past bookings remain visible to the other party, with “Deleted user” as your name.</List.Item>
          <List.Item>
            You are signed out on all devices. Once the account is erased, you can register again with its email
            address.
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          You can delete your account once all your bookings are paid out, refunded or cancelled.
        </Text>
        <TextInput
          label={`Type ${DELETE_CONFIRMATION} to confirm`}
          autoComplete="off"
          aria-required
          data-autofocus
          {...form.getInputProps('confirmation')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Keep my account
          </Button>
          <Button type="submit" color="red.8" loading={isPending}>
            Delete account
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
