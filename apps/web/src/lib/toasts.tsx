/** Shows toasts with Mantine. Loaded on demand by notify.ts. */
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';

/** Titles of errors that are also shown next to a form field. */
const FORM_ERROR_TITLES = new Set(['Validation Error', 'Sign In Failed', 'Registration Failed', 'Payment Failed']);

export interface ToastOptions {
  /** True for a toast that is shown while the next page is loading. The toast stays visible on the next page. */
  isOnTheWay?: boolean;
  /** True to keep the error toasts that are already visible. */
  keepsErrors?: boolean;
}

/** If an identical toast is requested within this time, it is not shown again. */
const DUPLICATE_WINDOW_MS = 500;
let lastToast = { words: '', shownAt: -DUPLICATE_WINDOW_MS };

/** The visible error toasts by id. The value tells whether a toast belongs to the next page. */
const shownErrors = new Map<string, { isOnTheWay: boolean }>();

/**
 * Shows a toast. The titles 'Error' and 'Validation Error' use the destructive style (requirements R8.29). A new toast
 * replaces visible errors. An error that is not shown anywhere else stays visible until the user closes it or opens a
 * different page.
 */
export function showToast(title: string, message: string | undefined, options: ToastOptions = {}): void {
  const { isOnTheWay = false, keepsErrors = false } = options;
  const isRefusal = FORM_ERROR_TITLES.has(title);
  const isError = isRefusal || title === 'Error';
  // Skips identical toasts, which a double click on a button may cause.
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

/** Dismisses the error toasts of the previous page, except for those that belong to the next one. */
export function dismissErrorsOfPreviousScreen(): void {
  hideErrors(({ isOnTheWay }) => !isOnTheWay);
  for (const error of shownErrors.values()) error.isOnTheWay = false;
}

/**
 * Dismisses the error toasts, because the user submits a form again. Keeps a toast that has just been shown, because
 * `showToast` would not show it again after a double click.
 */
export function dismissErrorsOnSubmit(): void {
  if (performance.now() - lastToast.shownAt >= DUPLICATE_WINDOW_MS) hideErrors(() => true);
}

function hideErrors(isGone: (error: { isOnTheWay: boolean }) => boolean): void {
  for (const [id, error] of shownErrors) {
    if (!isGone(error)) continue;
    shownErrors.delete(id);
    notifications.hide(id);
  }
}

export const ToastContainer = () => <Notifications position="top-right" containerWidth={400} />;
