/** The toasts themselves: fetched when there may be one to show (see notify.ts). */
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';

/** What forms say when they refuse. */
const REFUSALS = ['Validation Error', 'Sign In Failed', 'Registration Failed', 'Payment Failed'];
const DESTRUCTIVE = new Set(['Error', ...REFUSALS]);

/** Shows a toast. Titles 'Error' and 'Validation Error' use the destructive style (spec §8); errors stay longer. */
export function show(title: string, message?: string): void {
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

export const Toasts = () => <Notifications position="top-right" containerWidth={400} />;
