/**
 * A toast that the next page shows, after a full load. Without
 * any library: a page's first script asks whether there is one.
 */
import { tabStorage } from './storage.ts';

const PENDING_TOAST_KEY = 'marquee-toasts';

interface PendingToast {
  title: string;
  message?: string | undefined;
  /** Not said to somebody who is signed in: it would not be true. */
  forVisitors?: boolean | undefined;
}

/** Like `notify`, after the full page load that comes next: memory does not survive it, session storage does. */
export function notifyAfterLoad(
  title: string,
  message?: string,
  { forVisitors }: Pick<PendingToast, 'forVisitors'> = {},
): void {
  tabStorage.setJson(PENDING_TOAST_KEY, { title, message, forVisitors } satisfies PendingToast);
}

/** Whether the page before left something to say. */
export const hasPendingToast = (): boolean => tabStorage.getText(PENDING_TOAST_KEY) !== null;

/** What the page before left to say, once. */
export function consumePendingToast(): PendingToast | null {
  const waiting = tabStorage.getJson(PENDING_TOAST_KEY) as PendingToast | null;
  tabStorage.remove(PENDING_TOAST_KEY);
  return waiting;
}
