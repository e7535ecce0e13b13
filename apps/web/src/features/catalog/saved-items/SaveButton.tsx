import { Button } from '@mantine/core';
import type { SavedKind } from '@marquee/validation';
import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { paths } from '../../../paths.ts';
import { useUser } from '../../../session.ts';
import { trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import {
  findSavedListIds,
  storePendingSave,
  setSavedListIds,
  consumePendingSave,
  useSavedListIds,
} from './savedListIds.ts';
import classes from './SaveButton.module.css';

const SaveDialog = lazy(() => import('./SaveDialog.tsx').then((module) => ({ default: module.SaveDialog })));

interface SaveButtonProps {
  kind: SavedKind;
  id: string;
  /** The name of the item for screen readers. */
  name: string;
  look: 'icon' | 'words';
}

/**
 * Saves a creator or package to the user's first list. If the item is already saved, opens a dialog to choose its
 * lists. A visitor is sent to the sign-in page, and the item is saved when they return.
 */
export function SaveButton(props: SaveButtonProps) {
  const { kind, id } = props;
  if (useUser() !== null) return <SignedInSaveButton {...props} />;
  const signIn = () => {
    storePendingSave(kind, id);
    location.assign(paths.login({ next: location.pathname + location.search }));
  };
  return <SaveButtonLook {...props} isSaved={false} press={signIn} />;
}

function SignedInSaveButton(props: SaveButtonProps) {
  const { kind, id, name } = props;
  const listIds = useSavedListIds(id);
  const [opened, setOpened] = useState(false);
  const { mutate, isPending } = trpc.savedItems.save.useMutation({
    onSuccess: (saved) => {
      setSavedListIds(id, saved.listIds);
      notify(`Saved to “${saved.listName}”`, 'Click the bookmark again to choose another list.');
    },
    onError: (error) => notifyFailure(error, 'The item could not be saved'),
  });
  const isKnown = listIds !== undefined;
  useEffect(() => {
    // Saves only once the item's lists have loaded, because their response would otherwise overwrite this change.
    if (isKnown && consumePendingSave(kind, id)) mutate({ kind, id });
  }, [isKnown, kind, id, mutate]);

  const press = async () => {
    // Waits for the item's lists to load, because their response would otherwise overwrite this change.
    const knownListIds = listIds ?? (await findSavedListIds(id));
    if (knownListIds.length > 0) return setOpened(true);
    return isPending ? undefined : mutate({ kind, id });
  };
  return (
    <>
      <SaveButtonLook {...props} isSaved={listIds !== undefined && listIds.length > 0} press={() => void press()} />
      {opened && (
        <Suspense>
          <SaveDialog kind={kind} id={id} name={name} listIds={listIds ?? []} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

function SaveButtonLook({ name, look, isSaved, press }: SaveButtonProps & { isSaved: boolean; press: () => void }) {
  const label = isSaved ? `Saved: ${name}. Choose lists` : `Save ${name}`;
  const size = look === 'words' ? 18 : 16;
  const icon = <Bookmark size={size} className={(isSaved && classes.filled) || ''} aria-hidden />;
  const dialog = isSaved ? { 'aria-haspopup': 'dialog' as const } : {};
  return look === 'words' ? (
    <Button variant="default" size="sm" leftSection={icon} aria-label={label} onClick={press} {...dialog}>
      {isSaved ? 'Saved' : 'Save'}
    </Button>
  ) : (
    <button
      type="button"
      className={classes.icon}
      aria-label={label}
      title={isSaved ? 'Saved' : 'Save'}
      onClick={press}
      {...dialog}
    >
      {icon}
    </button>
  );
}
