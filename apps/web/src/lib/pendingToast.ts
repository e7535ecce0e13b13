/**
 * Stores a toast that is shown on the next page, after a full page load.
 */
import { openTabStorage } from './storage.ts';

const PENDING_TOAST_KEY = 'pending toast';
/** A toast outlives the change of the user, for example the one that says that the user signed out. */
const tabStorage = openTabStorage('browser');

interface PendingToast {
  title: string;
  message?: string | undefined;
  /** True to drop the toast if a user is signed in when the next page loads. */
  forVisitors?: boolean | undefined;
}

/** Stores a toast for the next page. Session storage survives the page load, whereas memory does not. */
export function notifyAfterLoad(
  title: string,
  message?: string,
  { forVisitors }: Pick<PendingToast, 'forVisitors'> = {},
): void {
  tabStorage.setJson(PENDING_TOAST_KEY, { title, message, forVisitors } satisfies PendingToast);
}

export const hasPendingToast = (): boolean => tabStorage.getText(PENDING_TOAST_KEY) !== null;

/** Returns the stored toast and removes it from storage. */
export function consumePendingToast(): PendingToast | null {
  const waiting = tabStorage.getJson(PENDING_TOAST_KEY) as PendingToast | null;
  tabStorage.remove(PENDING_TOAST_KEY);
  return waiting;
}
