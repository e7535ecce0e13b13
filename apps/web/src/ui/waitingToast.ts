/**
 * A toast that the next page shows, after a full load. Without
 * any library: a page's first script asks whether there is one.
 */
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
  try {
    sessionStorage.setItem(WAITING, JSON.stringify({ title, message, forVisitors } satisfies Toast));
  } catch {
    // Storage is switched off: the page itself says enough.
  }
}

/** Whether the page before left something to say. */
export function hasWaitingToast(): boolean {
  try {
    return sessionStorage.getItem(WAITING) !== null;
  } catch {
    return false;
  }
}

/** What the page before left to say, once. */
export function takeWaitingToast(): Toast | null {
  try {
    const waiting = JSON.parse(sessionStorage.getItem(WAITING) ?? 'null') as Toast | null;
    sessionStorage.removeItem(WAITING);
    return waiting;
  } catch {
    return null;
  }
}
