import { Modal, Checkbox, Stack, Text } from '@mantine/core';
import { LIMITS, type CreatorSearch } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { useUser } from '../../../session.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';
import { EMAIL_NEW_MATCHES } from './saved-items.words.ts';

interface SaveSearchDialogProps {
  search: CreatorSearch;
  name: string;
  onClose: () => void;
}

export function SaveSearchDialog({ search, name, onClose }: SaveSearchDialogProps) {
  const isConfirmed = useUser()?.emailVerifiedAt !== null;
  const [typed, setTyped] = useState(name);
  const [isMailed, setMailed] = useState(true);
  const [error, setError] = useState<string | undefined>();
  const save = trpc.savedItems.saveSearch.useMutation({
    onSuccess: (searches) => {
      queryUtils.savedItems.searches.setData(undefined, searches);
      notify('Search saved', 'Open it under Saved at any time.');
      onClose();
    },
    onError: (failed) => notifyFailure(failed, 'The search could not be saved'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') setError('Please enter a name');
    else save.mutate({ name: typed, search, isMailed });
  };
  return (
    <Modal opened onClose={onClose} title="Save this search" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <LimitedTextInput
            label="Name"
            required
            data-autofocus
            limit={LIMITS.listName}
            value={typed}
            {...(error !== undefined && { error })}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setError(undefined);
            }}
          />
          <Checkbox
            label={EMAIL_NEW_MATCHES}
            checked={isMailed}
            onChange={(event) => setMailed(event.currentTarget.checked)}
          />
          <Text size="sm" c="dimmed">
            {isConfirmed
              ? 'You get at most one email per day.'
              : 'After you confirm your email address, you get at most one email per day.'}
          </Text>
          <DialogButtons submitLabel="Save search" loading={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
