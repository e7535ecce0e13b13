/** Toasts. Titles 'Error' and 'Validation Error' use the destructive style (spec §8). */
import { notifications } from '@mantine/notifications';

/** What forms say when they refuse. */
const REFUSALS = ['Validation Error', 'Sign In Failed', 'Registration Failed', 'Payment Failed'];
const DESTRUCTIVE = new Set(['Error', ...REFUSALS]);

/** Shows a toast: a title, and a sentence unless the title says it all. Errors stay longer. */
export function notify(title: string, message?: string): void {
  const isError = DESTRUCTIVE.has(title);
  // A form says one thing at a time: what it refused before is no longer true.
  if (lastRefusal !== null) notifications.hide(lastRefusal);
  const id = notifications.show({
    title,
    message: message ?? '',
    color: isError ? 'red' : 'teal',
    autoClose: isError ? 8_000 : 4_000,
    role: isError ? 'alert' : 'status',
  });
  lastRefusal = REFUSALS.includes(title) ? id : null;
}

let lastRefusal: string | null = null;

const WAITING = 'marquee-toasts';

/** The same after the full page load that comes next: memory does not survive it, session storage does. */
export function notifyAfterLoad(title: string, message?: string): void {
  try {
    sessionStorage.setItem(WAITING, JSON.stringify({ title, message }));
  } catch {
    // Storage is switched off: the page itself says enough.
  }
}

/** Shows what the page before left to say. */
export function showWaiting(): void {
  try {
    const waiting = JSON.parse(sessionStorage.getItem(WAITING) ?? 'null') as { title: string; message?: string } | null;
    sessionStorage.removeItem(WAITING);
    if (waiting !== null) notify(waiting.title, waiting.message);
  } catch {
    // Storage is switched off, so nothing waits.
  }
}
