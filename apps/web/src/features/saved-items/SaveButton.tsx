import { Button } from '@mantine/core';
import type { SavedKind } from '@marquee/validation';
import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { notify } from '../../lib/notify.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
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
  /** Tells screen readers what is saved. */
  name: string;
  /** On a card's picture, in a row, or with a word beside it. */
  look: 'cover' | 'icon' | 'words';
}

/**
 * Saves a creator or a package to the first list; what is saved already shows in which lists it is. A visitor signs in
 * first, comes back, and it is saved then.
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
      notify(`Saved to “${saved.listName}”`, 'Press again to choose another list.');
    },
    onError: (error) => notifyFailure(error, 'It could not be saved'),
  });
  const isKnown = listIds !== undefined;
  useEffect(() => {
    // Once it is known where it is: that answer would come after what is saved now, and hide it.
    if (isKnown && consumePendingSave(kind, id)) mutate({ kind, id });
  }, [isKnown, kind, id, mutate]);

  const press = async () => {
    // Pressed before it is known: that answer would come after what is saved now, and hide it.
    const known = listIds ?? (await findSavedListIds(id));
    if (known.length > 0) return setOpened(true);
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

/** The button as it looks. */
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
      className={look === 'cover' ? `${classes.icon} ${classes.cover}` : classes.icon}
      aria-label={label}
      title={isSaved ? 'Saved' : 'Save'}
      onClick={press}
      {...dialog}
    >
      {icon}
    </button>
  );
}
