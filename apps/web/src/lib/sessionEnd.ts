/**
 * Handles a session that ends while the user is working. Forms store unsaved input in this tab, and a dialog leads
 * to the sign-in page. After signing in, the user returns to the same page with the forms filled in as before.
 */
import { useEffect, useRef } from 'react';
import { tabStorage } from './storage.ts';
import { paths } from '../paths.ts';
import { queryUtils } from '../trpc.ts';
import { findPageUser, setAccountChangedHandler } from './writes.ts';
import { notify, notifyAfterLoad } from './notify.ts';

const getBackupKey = (name: string) => `marquee.kept.${name}`;

interface FormBackup {
  /** The user who entered it. Other users who sign in in this tab do not see it. */
  userId: string;
  values: unknown;
}

const backupSavers = new Set<() => void>();
let openSessionEndedDialog: () => void = () => undefined;
let isLeavingPage = false;

/**
 * Whether the app itself is leaving the page. The input is stored in that case, so the user is not asked to confirm.
 */
export const isLeavingForSignIn = (): boolean => isLeavingPage;

/** Registers the function that opens the sign-in dialog. The layout calls this. */
export function useSessionEndedDialog(open: () => void): void {
  useEffect(() => {
    openSessionEndedDialog = open;
    return () => {
      openSessionEndedDialog = () => undefined;
    };
  }, [open]);
}

/** Stores unsaved input and opens the dialog after a request failed because the session has ended. */
export function handleSessionEnded(): void {
  saveFormBackups();
  openSessionEndedDialog();
}

/** Returns the address of the sign-in screen that leads back to the path `at`. */
export const getSignInPath = (at: string): string => paths.login({ next: at });

/** Stores unsaved input and opens the sign-in page, which leads back to this page. */
export function leaveForSignIn(): void {
  prepareToLeave();
  location.assign(getSignInPath(location.pathname + location.search));
}

/**
 * Stores unsaved input and the message for the sign-in page before the caller leaves the page. Does nothing on the
 * server, where this module serves all users. The browser's loader calls it again.
 */
export function prepareToLeave(): void {
  if (typeof document === 'undefined') return;
  saveFormBackups();
  isLeavingPage = true;
  notifyAfterLoad('Your session has ended', 'Sign in to continue where you left off.');
}

/**
 * Loads the page again for the account that is signed in now. Input is stored for the account that entered it. Other
 * accounts never see it.
 */
function reloadForAccount(): void {
  if (isLeavingPage) return;
  saveFormBackups();
  isLeavingPage = true;
  notifyAfterLoad(
    'You are signed in with a different account',
    'The account was changed in another tab, so nothing was saved. This page now shows the account you are signed in with.',
  );
  // After `reload`, browsers would fill the fields with the other account's input.
  location.replace(location.pathname + location.search);
}
setAccountChangedHandler(reloadForAccount);

function saveFormBackups(): void {
  for (const keep of backupSavers) keep();
}

interface BackedUpForm<T> {
  /** Whether there is anything to store. */
  isDirty: boolean;
  values: () => T;
  /** Fills the form with the stored values. */
  restore: (values: T) => void;
}

/**
 * Stores a form's input when the session ends and restores it when the form is shown again. `name` identifies the
 * form.
 */
export function useFormBackup<T>(name: string, typed: BackedUpForm<T>): void {
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    const found = findFormBackup(name) as T | null;
    if (found !== null) {
      tabStorage.remove(getBackupKey(name));
      latest.current.restore(found);
      notify('Your changes are back', 'What you typed before is here again. It is not saved yet.');
    }
    const keep = () => {
      if (latest.current.isDirty) storeFormBackup(name, latest.current.values());
    };
    backupSavers.add(keep);
    return () => {
      backupSavers.delete(keep);
    };
  }, [name]);
}

const getSessionUserId = () => queryUtils.auth.session.getData()?.id ?? null;

/** Returns the input that `useFormBackup` would restore, or null. Ignores unreadable data and other users' input. */
export function findFormBackup(name: string): unknown {
  const kept = tabStorage.getJson(getBackupKey(name)) as FormBackup | null;
  return kept !== null && kept.userId === getSessionUserId() ? kept.values : null;
}

function storeFormBackup(name: string, values: unknown): void {
  // The user of the page, because another user may be signed in now and must not see the input.
  const userId = findPageUser();
  if (userId !== null) tabStorage.setJson(getBackupKey(name), { userId, values } satisfies FormBackup);
}
