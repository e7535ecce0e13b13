import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { clientForm, LIMITS, type ClientForm } from '@marquee/validation';
import { describeRolesWith, hasPermission } from '@marquee/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { paths } from '../../../paths.ts';
import { useUser } from '../../../session.ts';
import { ALWAYS_FRESH, queryUtils, trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { useEditConflict, type FieldLabels } from '../../../ui/EditConflict.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { COUNTRY_FIELD, COUNTRY_OPTIONS } from '../settings/countryOptions.ts';
import { PictureField } from '../settings/PictureField.tsx';
import { uploadClientLogo } from '../settings/uploadPicture.ts';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { toAvatarPerson, type Client } from './client.ts';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { LimitedTextarea, LimitedTextInput } from '../../../ui/LimitedText.tsx';
import { StackList } from '../../../ui/StackList.tsx';
import { RowButtons } from '../../../ui/RowButtons.tsx';

/** Lists the clients of a brand. Members who manage them can add, change and archive them. */
export function ClientsSection() {
  const user = useUser();
  const canManage = user !== null && hasPermission(user.memberRole, 'budgets.manage');
  const [clients] = trpc.clients.list.useSuspenseQuery();
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <AnchoredSection
      id="clients"
      title="Clients"
      text="If you are an agency, add your clients. Creators see the client’s name and logo, and receipts use its billing details."
    >
      <Stack gap="lg" align="flex-start">
        {clients.length > 0 && (
          <StackList w="100%">
            {clients.map((client) => (
              <ClientRow key={client.id} client={client} onEdit={canManage ? () => setEdited(client.id) : undefined} />
            ))}
          </StackList>
        )}
        {canManage ? (
          <Button variant="default" onClick={() => setEdited('new')}>
            Add client
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {describeRolesWith('budgets.manage', 'brand')} can add and change clients.
          </Text>
        )}
      </Stack>
      {edited !== null && (
        <ClientDialog client={clients.find(({ id }) => id === edited)} onClose={() => setEdited(null)} />
      )}
    </AnchoredSection>
  );
}

/** Shows a client. Without `onEdit`, it has no buttons. */
function ClientRow({ client, onEdit }: { client: Client; onEdit: (() => void) | undefined }) {
  const { id, name, legalName, archivedAt } = client;
  const archive = trpc.clients.archive.useMutation({
    onSuccess: async (_, { isArchived }) => {
      await queryUtils.clients.list.invalidate();
      notify(isArchived ? 'Client archived' : 'Client restored');
    },
    onError: (error) => notifyFailure(error, 'The client could not be changed'),
  });
  return (
    <Group component="li" justify="space-between" gap="md">
      <Group gap="sm" wrap="nowrap" flex="1 1 16rem">
        <PersonAvatar person={toAvatarPerson(client)} size={40} kind="logo" />
        <div>
          <RowTitle title={name} badge={archivedAt !== null ? 'Archived' : null} />
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {legalName === '' ? 'No billing details yet' : legalName}
          </Text>
        </div>
      </Group>
      {onEdit !== undefined && (
        <Group gap="sm">
          <Button
            component={Link}
            to={paths.receipts({ search: name })}
            size="sm"
            variant="default"
            aria-label={`View receipts of ${name}`}
          >
            View receipts
          </Button>
          <RowButtons
            name={name}
            isArchived={archivedAt !== null}
            loading={archive.isPending}
            onEdit={onEdit}
            onArchive={(isArchived) => archive.mutate({ id, isArchived })}
          />
        </Group>
      )}
    </Group>
  );
}

type ClientFields = Omit<ClientForm, 'id' | 'base'>;

const CLIENT_LABELS: FieldLabels<ClientFields> = {
  name: 'Name',
  legalName: 'Legal name',
  address: 'Address',
  country: COUNTRY_FIELD,
  taxId: 'Tax ID',
};

const toClientFields = (client: Client | undefined): ClientFields => ({
  name: client?.name ?? '',
  legalName: client?.legalName ?? '',
  address: client?.address ?? '',
  country: client?.country ?? '',
  taxId: client?.taxId ?? '',
});

function ClientDialog({ client, onClose }: { client: Client | undefined; onClose: () => void }) {
  const form = useForm<ClientFields>({
    initialValues: toClientFields(client),
    validate: schemaResolver(clientForm, { sync: true }),
  });
  const save = trpc.clients.save.useMutation({
    onSuccess: async (_, { name }) => {
      await queryUtils.clients.list.invalidate();
      notify('Client saved', client ? undefined : `You can now order for ${name}.`);
      onClose();
    },
    onError: (error) => {
      notifyFailure(error, 'The client could not be saved');
      conflict.onError(error);
    },
  });
  const conflict = useEditConflict(form, CLIENT_LABELS, async () => {
    const clients = await queryUtils.clients.list.fetch(undefined, ALWAYS_FRESH);
    return toClientFields(clients.find(({ id }) => id === client?.id));
  });
  const send = (values: ClientFields) =>
    save.mutate(client ? { ...values, id: client.id, base: form.getInitialValues() } : values);
  return (
    <Modal opened onClose={onClose} title={client ? 'Edit client' : 'New client'} centered>
      <Stack gap="lg">
        {client ? (
          <LogoField client={client} />
        ) : (
          <Text size="sm" c="dimmed">
            You can upload a logo after you save the client.
          </Text>
        )}
        <form noValidate onSubmit={form.onSubmit(send, focusFirstError)}>
          <Stack gap="md">
            <LimitedTextInput
              label="Name"
              description="Creators see it next to your own name."
              withAsterisk
              data-autofocus
              limit={LIMITS.clientName}
              {...form.getInputProps('name')}
            />
            <LimitedTextInput label="Legal name" limit={LIMITS.legalName} {...form.getInputProps('legalName')} />
            <LimitedTextarea
              label="Address"
              description="Enter each line as it should be printed."
              minRows={3}
              maxRows={6}
              limit={LIMITS.address}
              {...form.getInputProps('address')}
            />
            <NativeSelect
              label="Country"
              data={[{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS]}
              {...form.getInputProps('country')}
            />
            <LimitedTextInput label="Tax ID" limit={LIMITS.taxId} {...form.getInputProps('taxId')} />
            {conflict.notice}
            <DialogButtons submitLabel="Save client" loading={save.isPending} onCancel={onClose} />
          </Stack>
        </form>
      </Stack>
    </Modal>
  );
}

/** Saves and removes the logo at once, so that a rejected file loses none of the other input. */
function LogoField({ client }: { client: Client }) {
  const { id } = client;
  const createHandlers = (done: string) => ({
    onSuccess: async () => {
      await queryUtils.clients.list.invalidate();
      notify(done);
    },
    onError: (error: unknown) => notifyFailure(error, 'The logo could not be changed'),
  });
  const upload = useMutation({
    mutationFn: (file: File) => uploadClientLogo(id, file),
    ...createHandlers('Logo saved'),
  });
  const remove = trpc.clients.removeLogo.useMutation(createHandlers('Logo removed'));
  return (
    <PictureField
      noun="logo"
      hint="Creators see it next to the client’s name."
      person={toAvatarPerson(client)}
      size={72}
      isUploading={upload.isPending}
      onChoose={upload.mutate}
      remove={{ isPending: remove.isPending, mutate: () => remove.mutate({ id }) }}
    />
  );
}
