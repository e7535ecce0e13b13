/** Toasts. Titles 'Error' and 'Validation Error' use the destructive style (spec §8). */
import { notifications } from '@mantine/notifications';

const DESTRUCTIVE = new Set(['Error', 'Validation Error', 'Sign In Failed', 'Registration Failed', 'Payment Failed']);

/** Shows a toast: a title, and a sentence unless the title says it all. Errors stay longer. */
export function notify(title: string, message?: string): void {
  const isError = DESTRUCTIVE.has(title);
  notifications.show({
    title,
    message: message ?? '',
    color: isError ? 'red' : 'teal',
    autoClose: isError ? 8_000 : 4_000,
    role: isError ? 'alert' : 'status',
  });
}
