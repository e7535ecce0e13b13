/**
 * A toast for the next page, which survives a full page load. It uses no library, because the first script of a page
 * checks it.
 */
import { tabStorage } from './storage.ts';

const PENDING_TOAST_KEY = 'marquee-toasts';

interface PendingToast {
  title: string;
  message?: string | undefined;
  /** True if only visitors should see the toast. */
  forVisitors?: boolean | undefined;
}

/** Shows a toast after the next full page load. Session storage survives the load, memory does not. */
export function notifyAfterLoad(
  title: string,
  message?: string,
  { forVisitors }: Pick<PendingToast, 'forVisitors'> = {},
): void {
  tabStorage.setJson(PENDING_TOAST_KEY, { title, message, forVisitors } satisfies PendingToast);
}

/** Whether the previous page stored a toast. */
export const hasPendingToast = (): boolean => tabStorage.getText(PENDING_TOAST_KEY) !== null;

/** Returns the toast of the previous page and removes it. */
export function consumePendingToast(): PendingToast | null {
  const waiting = tabStorage.getJson(PENDING_TOAST_KEY) as PendingToast | null;
  tabStorage.remove(PENDING_TOAST_KEY);
  return waiting;
}
