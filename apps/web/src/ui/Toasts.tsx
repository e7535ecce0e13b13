/** The toasts themselves: fetched when there may be one to show (see notify.ts). */
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';

/** What forms say when they refuse; the fields say it too. */
const REFUSALS = new Set(['Validation Error', 'Sign In Failed', 'Registration Failed', 'Payment Failed']);

/** How a toast is meant, besides its words. */
export interface ToastOptions {
  /** Said on the way to another screen, whose arrival does not remove it. */
  isOnTheWay?: boolean;
  /** Errors that stand beside it stay true. */
  keepsErrors?: boolean;
}

/** The same words within this time are shown once. */
const SAME_MS = 500;
let last = { words: '', shownAt: -SAME_MS };

/** The errors that are shown, and whether they were said on the way to the screen that is coming. */
const errors = new Map<string, { isOnTheWay: boolean }>();

/**
 * Shows a toast. Titles 'Error' and 'Validation Error' use the destructive style (spec §8). What is said next replaces
 * an error: what was wrong before is no longer what matters. Where a toast is the only word of an error, it stays until
 * it is closed or another screen is opened.
 */
export function show(title: string, message: string | undefined, options: ToastOptions = {}): void {
  const { isOnTheWay = false, keepsErrors = false } = options;
  const isRefusal = REFUSALS.has(title);
  const isError = isRefusal || title === 'Error';
  // A button that was pressed twice gets two answers, which say the same.
  const words = `${title} ${message ?? ''}`;
  const now = performance.now();
  if (words === last.words && now - last.shownAt < SAME_MS) return;
  last = { words, shownAt: now };
  if (!keepsErrors) hide(() => true);
  const id = notifications.show({
    title,
    message: message ?? '',
    color: isError ? 'red' : 'teal',
    autoClose: isRefusal ? 8_000 : isError ? false : 4_000,
    role: isError ? 'alert' : 'status',
    onClose: ({ id: closed }) => errors.delete(closed ?? ''),
  });
  if (isError) errors.set(id, { isOnTheWay });
}

/** Another screen is there: errors of the one before are gone, except what was said on the way. */
export function leaveErrors(): void {
  hide(({ isOnTheWay }) => !isOnTheWay);
  for (const error of errors.values()) error.isOnTheWay = false;
}

function hide(isGone: (error: { isOnTheWay: boolean }) => boolean): void {
  for (const [id, error] of errors) {
    if (!isGone(error)) continue;
    errors.delete(id);
    notifications.hide(id);
  }
}

export const Toasts = () => <Notifications position="top-right" containerWidth={400} />;
