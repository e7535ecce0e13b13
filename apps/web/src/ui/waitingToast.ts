/**
 * A toast that the next page shows, after a full load. Without
 * any library: a page's first script asks whether there is one.
 */
import { tabStorage } from '../lib/storage.ts';

const WAITING = 'marquee-toasts';

interface Toast {
  title: string;
  message?: string | undefined;
  /** Not said to somebody who is signed in: it would not be true. */
  forVisitors?: boolean | undefined;
}

/** Like `notify`, after the full page load that comes next: memory does not survive it, session storage does. */
export function notifyAfterLoad(
  title: string,
  message?: string,
  { forVisitors }: Pick<Toast, 'forVisitors'> = {},
): void {
  tabStorage.setJson(WAITING, { title, message, forVisitors } satisfies Toast);
}

/** Whether the page before left something to say. */
export const hasWaitingToast = (): boolean => tabStorage.getText(WAITING) !== null;

/** What the page before left to say, once. */
export function takeWaitingToast(): Toast | null {
  const waiting = tabStorage.getJson(WAITING) as Toast | null;
  tabStorage.remove(WAITING);
  return waiting;
}
