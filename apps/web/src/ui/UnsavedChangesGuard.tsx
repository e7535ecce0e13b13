import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { isLeavingForSignIn } from '../lib/sessionEnd.ts';

/**
 * While `when` is true, asks for confirmation before the user leaves or reloads the page, which would discard their
 * input.
 */
export function UnsavedChangesGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  useBeforeUnload((event) => {
    if (when && !isLeavingForSignIn()) event.preventDefault();
  });
  return (
    <DiscardChangesDialog
      opened={blocker.state === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  );
}

/** Asks for confirmation before a form closes without leaving the page. */
export function DiscardChangesDialog({
  opened,
  onDiscard,
  onKeep,
}: {
  opened: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Discard changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      destructive
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      Your changes on this page are not saved yet.
    </ConfirmDialog>
  );
}
