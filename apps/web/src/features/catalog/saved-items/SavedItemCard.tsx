import { Button, Card, Group, NativeSelect, Stack } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../lib/notify.ts';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { BookButton } from '../availability/BookButton.tsx';
import { SavedItemSummary } from './SavedItemSummary.tsx';
import classes from './SavedItem.module.css';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';
import { LIST_NOT_CHANGED } from './saved-items.words.ts';

type SavedItem = RouterOutputs['savedItems']['list']['items'][number];
type SavedList = RouterOutputs['savedItems']['lists'][number];

interface SavedItemCardProps {
  entry: SavedItem;
  listId: string;
  lists: readonly SavedList[];
  /** Called after a change, to reload the list. */
  onChanged: () => Promise<unknown>;
}

/** Shows an entry of the user's own list, with its note and actions. */
export function SavedItemCard({ entry, listId, lists, onChanged }: SavedItemCardProps) {
  const [isWriting, setWriting] = useState(false);
  const name = entry.packageName ?? entry.fullName;
  const onError = (error: unknown) => notifyFailure(error, LIST_NOT_CHANGED);
  const move = trpc.savedItems.move.useMutation({
    onSuccess: async (_, { listId: to }) => {
      notify(`Moved to “${lists.find((list) => list.id === to)?.name ?? ''}”`);
      await onChanged();
    },
    onError,
  });
  const remove = trpc.savedItems.remove.useMutation({
    onSuccess: async () => {
      notify('Removed from the list');
      await onChanged();
    },
    onError,
  });
  const others = lists.filter((list) => list.id !== listId);
  return (
    <Card component="li" p="md" aria-label={name}>
      <div className={classes.entry}>
        <SavedItemSummary entry={entry} />
        <div className={classes.side}>
          {isWriting ? (
            <SavedItemNoteForm entry={entry} onSaved={onChanged} onClose={() => setWriting(false)} />
          ) : (
            entry.note !== '' && <p className={classes.note}>{entry.note}</p>
          )}
          <div className={classes.tools}>
            {!isWriting && (
              <Button variant="subtle" size="sm" onClick={() => setWriting(true)}>
                {entry.note === '' ? 'Add note' : 'Edit note'}
              </Button>
            )}
            {others.length > 0 && (
              <NativeSelect
                aria-label={`Move ${name} to another list`}
                size="sm"
                value=""
                disabled={move.isPending}
                onChange={(event) => move.mutate({ id: entry.id, listId: event.currentTarget.value })}
                data={[
                  { value: '', label: 'Move to …' },
                  ...others.map((list) => ({ value: list.id, label: list.name })),
                ]}
              />
            )}
            <ConfirmButton
              label="Remove"
              title={`Remove ${name}?`}
              confirmLabel="Remove"
              variant="subtle"
              destructive
              loading={remove.isPending}
              onConfirm={() => remove.mutate({ id: entry.id })}
            >
              {entry.note === ''
                ? 'This removes it from the list.'
                : 'This removes it from the list and deletes your note.'}
            </ConfirmButton>
            {entry.state === 'there' && entry.packageId !== null && (
              <BookButton packageId={entry.packageId} name={name} availability={entry.availability} />
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}

function SavedItemNoteForm({
  entry,
  onSaved,
  onClose,
}: {
  entry: SavedItem;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [note, setNote] = useState(entry.note);
  const save = trpc.savedItems.setNote.useMutation({
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
    onError: (error) => notifyFailure(error, 'The note could not be saved'),
  });
  useFormBackup(`note ${entry.id}`, { isDirty: note !== entry.note, values: () => note, restore: setNote });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ id: entry.id, note });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <LimitedTextarea
          label="Note"
          ref={field}
          autosize
          minRows={2}
          maxRows={8}
          limit={LIMITS.savedNote}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="sm" loading={save.isPending}>
            Save note
          </Button>
          <Button variant="default" size="sm" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
