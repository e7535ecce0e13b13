/** The toasts, which are loaded when the first one may be shown (see notify.ts). */
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';

/** Titles of form errors, which the fields show, too. */
const FORM_ERROR_TITLES = new Set(['Validation Error', 'Sign In Failed', 'Registration Failed', 'Payment Failed']);

/** Options of a toast. */
export interface ToastOptions {
  /** Shown while the next screen loads, so its arrival does not remove the toast. */
  isOnTheWay?: boolean;
  /** Keeps the visible error toasts. */
  keepsErrors?: boolean;
}

/** Identical toasts within this time are shown once. */
const DUPLICATE_WINDOW_MS = 500;
let lastToast = { words: '', shownAt: -DUPLICATE_WINDOW_MS };

/** The visible error toasts, and whether each belongs to the next screen. */
const shownErrors = new Map<string, { isOnTheWay: boolean }>();

/**
 * Shows a toast. The titles 'Error' and 'Validation Error' use the destructive style (spec §8). The next toast replaces
 * an error. An error that is shown only in a toast stays until the user closes it or opens another screen.
 */
export function showToast(title: string, message: string | undefined, options: ToastOptions = {}): void {
  const { isOnTheWay = false, keepsErrors = false } = options;
  const isRefusal = FORM_ERROR_TITLES.has(title);
  const isError = isRefusal || title === 'Error';
  // Two presses of a button may lead to two identical toasts.
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

/** Removes the error toasts of the previous screen, except those that belong to the next one. */
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
