/** The toasts themselves: fetched when there may be one to show (see notify.ts). */
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';

/** What forms say when they refuse; the fields say it too. */
const FORM_ERROR_TITLES = new Set(['Validation Error', 'Sign In Failed', 'Registration Failed', 'Payment Failed']);

/** How a toast is meant, besides its words. */
export interface ToastOptions {
  /** Said on the way to another screen, whose arrival does not remove it. */
  isOnTheWay?: boolean;
  /** Errors that stand beside it stay true. */
  keepsErrors?: boolean;
}

/** The same words within this time are shown once. */
const DUPLICATE_WINDOW_MS = 500;
let lastToast = { words: '', shownAt: -DUPLICATE_WINDOW_MS };

/** The errors that are shown, and whether they were said on the way to the screen that is coming. */
const shownErrors = new Map<string, { isOnTheWay: boolean }>();

/**
 * Shows a toast. Titles 'Error' and 'Validation Error' use the destructive style (spec §8). What is said next replaces
 * an error: what was wrong before is no longer what matters. Where a toast is the only word of an error, it stays until
 * it is closed or another screen is opened.
 */
export function showToast(title: string, message: string | undefined, options: ToastOptions = {}): void {
  const { isOnTheWay = false, keepsErrors = false } = options;
  const isRefusal = FORM_ERROR_TITLES.has(title);
  const isError = isRefusal || title === 'Error';
  // A button that was pressed twice gets two answers, which say the same.
  const words = `${title} ${message ?? ''}`;
  const now = performance.now();
  if (words === lastToast.words && now - lastToast.shownAt < DUPLICATE_WINDOW_MS) return;
  lastToast = { words, shownAt: now };
  if (!keepsErrors) hideErrors(() => true);
  const id = notifications.show({
    title,
    message: message ?? '',
    color: isError ? 'red' : 'teal',
    autoClose: isRefusal ? 8_000 : isError ? false : 4_000,
    role: isError ? 'alert' : 'status',
    onClose: ({ id: closed }) => shownErrors.delete(closed ?? ''),
  });
  if (isError) shownErrors.set(id, { isOnTheWay });
}

/** Another screen is there: errors of the one before are gone, except what was said on the way. */
export function dismissErrorsOfPreviousScreen(): void {
  hideErrors(({ isOnTheWay }) => !isOnTheWay);
  for (const error of shownErrors.values()) error.isOnTheWay = false;
}

function hideErrors(isGone: (error: { isOnTheWay: boolean }) => boolean): void {
  for (const [id, error] of shownErrors) {
    if (!isGone(error)) continue;
    shownErrors.delete(id);
    notifications.hide(id);
  }
}

export const ToastContainer = () => <Notifications position="top-right" containerWidth={400} />;
