import type { UseFormReturnType } from '@mantine/form';
import { failureOf, messageOf } from '../../trpc.ts';
import { focusField } from '../../ui/focusField.ts';
import { notify } from '../../ui/notify.ts';

/** Shows the server's refusal: at the field that it is about (`fields`: failure → field), and as a toast. */
export function refusedField<T extends object>(
  form: UseFormReturnType<T>,
  error: unknown,
  fields: Partial<Record<string, keyof T & string>>,
  fallback: string,
  title = 'Error',
): void {
  const message = messageOf(error, fallback);
  notify(title, message);
  const field = fields[failureOf(error) ?? ''];
  if (field === undefined) return;
  form.setFieldError(field, message);
  // After the button is enabled again.
  setTimeout(() => focusField(field));
}
