/**
 * Handles a session that expires while the user is working. Forms back up unsaved input in this tab, and a dialog
 * leads to the sign-in page. After signing in, the user returns to the same page, and the forms contain the input
 * again.
 */
import { useEffect, useRef } from 'react';
import { openTabStorage } from './storage.ts';
import { paths } from '../paths.ts';
import { getPageOwner, getStorageOwner } from './storageOwner.ts';
import { setAccountChangedHandler } from './writes.ts';
import { notify, notifyAfterLoad } from './notify.ts';

export const SESSION_ENDED_TITLE = 'Your session has ended';

const getBackupKey = (name: string) => `form ${name}`;

const backupSavers = new Set<(keepsVisitors: boolean) => void>();
let openSessionEndedDialog: () => void = () => undefined;
let isLeavingPage = false;

/**
 * Tells whether the app itself is leaving the page to sign the user in. The input has then been backed up, so no
 * confirmation is needed before leaving.
 */
export const isLeavingForSignIn = (): boolean => isLeavingPage;

/** Registers the function that opens the sign-in dialog. Called by the layout. */
export function useSessionEndedDialog(open: () => void): void {
  useEffect(() => {
    openSessionEndedDialog = open;
    return () => {
      openSessionEndedDialog = () => undefined;
    };
  }, [open]);
}

/**
 * Backs up unsaved input and opens the sign-in dialog. Call this when a request has failed because the session has
 * ended.
 */
export function handleSessionEnded(): void {
  saveFormBackups();
  openSessionEndedDialog();
}

/** Returns the path of the sign-in page, which leads back to the path `at`. */
export const getSignInPath = (at: string): string => paths.login({ next: at });

/** Backs up unsaved input and opens the sign-in page, which leads back to this page. */
export function leaveForSignIn(): void {
  prepareToLeave();
  location.assign(getSignInPath(location.pathname + location.search));
}

/**
 * Backs up unsaved input and stores a message for the sign-in page. Call this before leaving the page. On the
 * server, where this module is shared by all users, it does nothing. The loader then runs again in the browser.
 */
export function prepareToLeave(): void {
  if (typeof document === 'undefined') return;
  saveFormBackups();
  isLeavingPage = true;
  notifyAfterLoad(SESSION_ENDED_TITLE, 'Sign in to continue where you left off.');
}

/**
 * Reloads the page after a different account has signed in. Unsaved input is backed up for the account that entered
 * it and never shown to others.
 */
function reloadForAccount(): void {
  if (isLeavingPage) return;
  saveFormBackups();
  isLeavingPage = true;
  notifyAfterLoad(
    'You are signed in with a different account',
    'The account was changed in another tab, so nothing was saved. This page now shows the account you are signed in with.',
  );
  // Does not use `location.reload`, because the browser could then restore the other account's input in the fields.
  location.replace(location.pathname + location.search);
}
setAccountChangedHandler(reloadForAccount);

/**
 * Opens the dashboard of the user's first workspace with a toast, after the user has left a workspace or lost access to
 * it. Only the first of several calls has an effect.
 */
export function leaveWorkspacePage(title: string, message: string): void {
  if (isLeavingPage) return;
  isLeavingPage = true;
  notifyAfterLoad(title, message);
  location.replace(paths.dashboard());
}

/**
 * Backs up unsaved input and reloads the page, whose forms then contain it again. The input of visitors is backed up,
 * too, because the account does not change.
 */
export function reloadPage(): void {
  saveFormBackups({ keepsVisitors: true });
  isLeavingPage = true;
  location.reload();
}

/** Backs up unsaved input. By default, that of visitors is not backed up, because another user may see it. */
export function saveFormBackups({ keepsVisitors = false } = {}): void {
  for (const saveBackup of backupSavers) saveBackup(keepsVisitors);
}

interface BackedUpForm<T> {
  /** True if there is input to back up. */
  isDirty: boolean;
  values: () => T;
  /** Fills the form with the backed-up values. */
  restore: (values: T) => void;
}

/**
 * Backs up a form's input when the session ends, and restores it when the form is shown again. `name` identifies the
 * form.
 */
export function useFormBackup<T>(name: string, typed: BackedUpForm<T>): void {
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    const backup = findFormBackup(name) as T | null;
    if (backup !== null) {
      openTabStorage(getStorageOwner()).remove(getBackupKey(name));
      latest.current.restore(backup);
      notify('Your changes are back', 'We restored what you typed. It is not saved yet.');
    }
    const saveBackup = (keepsVisitors: boolean) => {
      if (latest.current.isDirty) storeFormBackup(name, latest.current.values(), keepsVisitors);
    };
    backupSavers.add(saveBackup);
    return () => {
      backupSavers.delete(saveBackup);
    };
  }, [name]);
}

/** Returns the input that `useFormBackup` would restore, or null. */
export const findFormBackup = (name: string): unknown => openTabStorage(getStorageOwner()).getJson(getBackupKey(name));

function storeFormBackup(name: string, values: unknown, keepsVisitors: boolean): void {
  // Another user may have signed in since the page was rendered and must not see the input.
  const owner = getPageOwner();
  if (owner !== 'visitor' || keepsVisitors) openTabStorage(owner).setJson(getBackupKey(name), values);
}
