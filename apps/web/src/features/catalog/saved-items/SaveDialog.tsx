import { Modal, Anchor, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { LIMITS, type SavedKind } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../../trpc.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { invalidateSavedListIds, setSavedListIds } from './savedListIds.ts';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';
import { LIST_NOT_CHANGED } from './saved-items.words.ts';
import { StackList } from '../../../ui/StackList.tsx';

interface SaveDialogProps {
  kind: SavedKind;
  id: string;
  name: string;
  /** The ids of the lists that contain the item. */
  listIds: readonly string[];
  onClose: () => void;
}

/** Lets the user choose which lists contain the item. Each change is saved immediately. */
export function SaveDialog({ kind, id, name, listIds, onClose }: SaveDialogProps) {
  const lists = trpc.savedItems.lists.useQuery(undefined, ALWAYS_FRESH);
  const [newName, setNewName] = useState('');
  const mutationOptions = {
    onSuccess: (now: { listIds: string[] }) => setSavedListIds(id, now.listIds),
    onError: (error: unknown) => {
      void invalidateSavedListIds();
      notifyFailure(error, LIST_NOT_CHANGED);
    },
  };
  const save = trpc.savedItems.save.useMutation(mutationOptions);
  const unsave = trpc.savedItems.unsave.useMutation(mutationOptions);
  const create = trpc.savedItems.createList.useMutation({
    onSuccess: async (list) => {
      setNewName('');
      await queryUtils.savedItems.lists.refetch();
      save.mutate({ kind, id, listId: list.id });
    },
    onError: mutationOptions.onError,
  });
  const isBusy = save.isPending || unsave.isPending || create.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (newName.trim() !== '' && !isBusy) create.mutate({ name: newName });
  };
  return (
    <Modal opened onClose={onClose} title={`Lists with ${name}`} centered>
      <Stack gap="md">
        {lists.isError ? (
          <Text role="alert">Your lists could not be loaded. Close this and try again.</Text>
        ) : lists.data === undefined ? (
          <Skeleton height={96} />
        ) : (
          <StackList gap="xs">
            {lists.data.map((list) => (
              <li key={list.id}>
                <Checkbox
                  label={list.name}
                  checked={listIds.includes(list.id)}
                  aria-disabled={isBusy}
                  onChange={() => {
                    if (isBusy) return;
                    const isIn = listIds.includes(list.id);
                    // Shows the new state before the server has confirmed it.
                    setSavedListIds(id, isIn ? listIds.filter((each) => each !== list.id) : [...listIds, list.id]);
                    (isIn ? unsave : save).mutate({ kind, id, listId: list.id });
                  }}
                />
              </li>
            ))}
          </StackList>
        )}
        <form onSubmit={submit}>
          <Group gap="sm" align="flex-end" wrap="nowrap">
            <div style={{ flex: 1 }}>
              <LimitedTextInput
                label="New list"
                limit={LIMITS.listName}
                value={newName}
                onChange={(event) => setNewName(event.currentTarget.value)}
              />
            </div>
            <Button type="submit" variant="default" loading={create.isPending}>
              Create
            </Button>
          </Group>
        </form>
        <Group justify="space-between">
          <Anchor component={Link} to={paths.saved()} underline="always">
            See your lists
          </Anchor>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
