import { Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { LIMITS, passkeyName } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { trpc, trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { ConfirmedEmailOnly } from './ConfirmedEmailOnly.tsx';
import { refreshFactors } from './factors.ts';
import { createPasskey, notifyPasskeyFailure } from './passkeys.ts';
import { StackList } from '../../../ui/StackList.tsx';

type Passkey = RouterOutputs['factors']['own']['passkeys'][number];

interface PasskeysSectionProps {
  passkeys: readonly Passkey[];
  /** Whether to ask for the code with which a staff member's passkey can be used at once. */
  asksForStaffCode: boolean;
  /** Called with the recovery codes that an account gets with its first factor. */
  onRecoveryCodes: (codes: readonly string[]) => void;
}

/** Lists the user's passkeys, with buttons to add, rename and remove them. */
export function PasskeysSection({ passkeys, asksForStaffCode, onRecoveryCodes }: PasskeysSectionProps) {
  const [staffCode, setStaffCode] = useState('');
  const add = useMutation({
    mutationFn: async () => {
      const staff = staffCode.trim() === '' ? {} : { staffCode };
      return trpcClient.factors.addPasskey.mutate({
        passkey: await createPasskey(await trpcClient.factors.beginPasskey.mutate(staff)),
        ...staff,
      });
    },
    onSuccess: async ({ name, recoveryCodes }) => {
      await refreshFactors();
      setStaffCode('');
      notify('Passkey added', `You can now sign in with “${name}”.`);
      if (recoveryCodes !== null) onRecoveryCodes(recoveryCodes);
    },
    onError: (error) => notifyPasskeyFailure(error),
  });
  return (
    <AnchoredSection
      id="passkeys"
      title="Passkeys"
      text="Sign in with your fingerprint, face or PIN instead of a password. A passkey cannot be stolen by a fake site."
    >
      <Stack gap="lg">
        {passkeys.length > 0 && (
          <StackList>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </StackList>
        )}
        <ConfirmedEmailOnly>
          {asksForStaffCode && (
            <TextInput
              label="Staff code (optional)"
              description="The operator gave you this code with the admin role. Without it, a new passkey can be used for actions that move money only after 24 hours."
              autoComplete="off"
              value={staffCode}
              onChange={(event) => setStaffCode(event.currentTarget.value)}
            />
          )}
          <Group>
            <Button
              variant="default"
              loading={add.isPending}
              disabled={passkeys.length >= LIMITS.passkeys}
              onClick={() => add.mutate()}
            >
              Add a passkey
            </Button>
            {passkeys.length >= LIMITS.passkeys && (
              <Text size="sm" c="dimmed">
                You have {LIMITS.passkeys} passkeys, which is the maximum. Remove one to add another.
              </Text>
            )}
          </Group>
        </ConfirmedEmailOnly>
      </Stack>
    </AnchoredSection>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, isSynced, createdAt, lastUsedAt, trustedFrom } = passkey;
  const [isRenaming, setRenaming] = useState(false);
  const remove = trpc.factors.removePasskey.useMutation({
    onSuccess: async () => {
      await refreshFactors();
      notify('Passkey removed');
    },
    onError: (error) => notifyFailure(error, 'The passkey could not be removed'),
  });
  return (
    <Group component="li" justify="space-between" gap="md">
      <Group wrap="nowrap" align="flex-start" gap="md" miw={0}>
        <KeyRound size={22} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
        <div>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {isSynced && (
              <Badge component="span" variant="light" color="teal" tt="none">
                Synced
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <span>Added on </span>
            <DateTime at={createdAt} dateOnly />
            <span> · </span>
            {lastUsedAt === null ? (
              <span key="unused">not used yet</span>
            ) : (
              <span key="used">
                last used <RelativeTime at={lastUsedAt} />
              </span>
            )}
          </Text>
          {trustedFrom !== null && (
            <Text size="sm">
              You can use it for actions that move money from <DateTime at={trustedFrom} />.
            </Text>
          )}
        </div>
      </Group>
      <Group gap="sm">
        <Button size="sm" variant="default" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <ConfirmButton
          label="Remove"
          title={`Remove “${name}”?`}
          confirmLabel="Remove passkey"
          cancelLabel="Keep it"
          destructive
          size="sm"
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
        >
          You can no longer sign in with it. It may still appear on your device, where you can delete it yourself.
        </ConfirmButton>
      </Group>
      <Modal opened={isRenaming} onClose={() => setRenaming(false)} title="Rename passkey" centered>
        <RenameForm passkey={passkey} onDone={() => setRenaming(false)} />
      </Modal>
    </Group>
  );
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useForm({
    initialValues: { id: passkey.id, name: passkey.name },
    validate: schemaResolver(passkeyName, { sync: true }),
  });
  const rename = trpc.factors.renamePasskey.useMutation({
    onSuccess: async () => {
      await refreshFactors();
      notify('Passkey renamed');
      onDone();
    },
    onError: (error) => notifyFailure(error, 'The passkey could not be renamed'),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => rename.mutate(values), focusFirstError)}>
      <Stack gap="md">
        <LimitedTextInput
          label="Name"
          limit={LIMITS.passkeyName}
          aria-required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={rename.isPending}>
          Save name
        </Button>
      </Stack>
    </form>
  );
}
