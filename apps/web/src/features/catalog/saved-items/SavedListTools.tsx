import { Modal, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { Pencil, Share2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { queryUtils, getScope, trpc, type RouterOutputs } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { notify } from '../../../lib/notify.ts';
import { CopyLinkField } from '../../../ui/CopyLinkField.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { invalidateSavedListIds } from './savedListIds.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';
import { LIST_NOT_CHANGED } from './saved-items.words.ts';

type OwnLists = RouterOutputs['savedItems']['lists'];
type OwnList = OwnLists[number];

const cacheLists = (lists: OwnLists) => queryUtils.savedItems.lists.setData(undefined, lists);
const handleListError = (error: unknown) => notifyFailure(error, LIST_NOT_CHANGED);

/** Renders the actions for a whole list, such as renaming and sharing it. */
export function SavedListTools({ list }: { list: OwnList }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'name' | 'share' | null>(null);
  const remove = trpc.savedItems.removeList.useMutation({
    onSuccess: async (lists) => {
      notify(`“${list.name}” was deleted`);
      await navigate(paths.saved());
      cacheLists(lists);
      await invalidateSavedListIds();
    },
    onError: handleListError,
  });
  const close = () => setDialog(null);
  return (
    <>
      <Group gap="sm">
        <Button size="sm" leftSection={<Share2 size={16} aria-hidden />} onClick={() => setDialog('share')}>
          {list.token === null ? 'Share' : 'Shared'}
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<Pencil size={16} aria-hidden />}
          onClick={() => setDialog('name')}
        >
          Rename
        </Button>
        {!list.isFirst && (
          <ConfirmButton
            label="Delete list"
            title={`Delete “${list.name}”?`}
            confirmLabel="Delete list"
            destructive
            loading={remove.isPending}
            onConfirm={() => remove.mutate({ id: list.id })}
          >
            {list.count === 0
              ? 'The list is empty.'
              : `This also deletes its ${pluralize(list.count, 'item')} and their notes.`}{' '}
            {list.token !== null && <span>The shared link stops working.</span>}
          </ConfirmButton>
        )}
      </Group>
      {dialog === 'name' && <ListNameDialog list={list} onClose={close} />}
      {dialog === 'share' && <ShareListDialog list={list} onClose={close} />}
    </>
  );
}

/** Lets the user rename `list`, or create a list if `list` is omitted. */
export function ListNameDialog({ list, onClose }: { list?: OwnList; onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState(list?.name ?? '');
  const [error, setError] = useState<string | undefined>();
  const rename = trpc.savedItems.renameList.useMutation({
    onSuccess: (lists) => {
      cacheLists(lists);
      onClose();
    },
    onError: handleListError,
  });
  const create = trpc.savedItems.createList.useMutation({
    onSuccess: async ({ id }) => {
      await queryUtils.savedItems.lists.refetch();
      onClose();
      await navigate(paths.saved({ list: id }));
    },
    onError: handleListError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setError('Please name the list');
    else if (list) rename.mutate({ id: list.id, name });
    else create.mutate({ name });
  };
  return (
    <Modal opened onClose={onClose} title={list ? 'Rename list' : 'New list'} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <LimitedTextInput
            label="Name"
            required
            data-autofocus
            limit={LIMITS.listName}
            value={name}
            {...(error !== undefined && { error })}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(undefined);
            }}
          />
          <DialogButtons
            submitLabel={list ? 'Rename' : 'Create list'}
            loading={rename.isPending || create.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function ShareListDialog({ list, onClose }: { list: OwnList; onClose: () => void }) {
  const share = trpc.savedItems.share.useMutation({ onSuccess: cacheLists, onError: handleListError });
  const set = (isShared: boolean, showsNotes: boolean) => {
    if (!share.isPending) share.mutate({ id: list.id, isShared, showsNotes });
  };
  // Shows the new state before the server has confirmed it.
  const { isShared, showsNotes } = share.isPending
    ? share.variables
    : { isShared: list.token !== null, showsNotes: list.showsNotes };
  const link = list.token === null ? '' : getScope().origin + paths.sharedList({ token: list.token });
  return (
    <Modal opened onClose={onClose} title={`Share “${list.name}”`} centered>
      <Stack gap="md">
        {list.hiddenReason !== null && (
          <Callout tone="warning">Our staff hid this list from everyone except you: “{list.hiddenReason}”</Callout>
        )}
        <Checkbox
          label="Anyone with the link can see this list"
          checked={isShared}
          aria-disabled={share.isPending}
          onChange={() => set(!isShared, false)}
        />
        {isShared ? (
          <>
            <Checkbox
              label="Include my notes"
              checked={showsNotes}
              aria-disabled={share.isPending}
              onChange={() => set(true, !showsNotes)}
            />
            <CopyLinkField link={link} />
            <Text size="sm" c="dimmed">
              The page shows your name. If you stop sharing, the link stops working. If you share the list again, it
              gets a new link.
            </Text>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {list.token === null && <span>{'Only you can see this list. '}</span>}
            <span>Anyone with the link can view a shared list without an account. Search engines do not list it.</span>
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
