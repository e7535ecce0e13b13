import { Button, Loader, type MantineSpacing } from '@mantine/core';
import type { UserType } from '@marquee/contracts';
import type { UseFormReturnType } from '@mantine/form';
import { getFailureCode, getErrorMessage } from '../../../lib/errors.ts';
import { focusField } from '../../../lib/focusField.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';

interface SubmitButtonProps {
  label: string;
  pendingLabel: string;
  isPending: boolean;
  mt?: MantineSpacing;
}

export const SubmitButton = ({ label, pendingLabel, isPending, mt = 'xs' }: SubmitButtonProps) => (
  <Button
    type="submit"
    fullWidth
    mt={mt}
    disabled={isPending}
    leftSection={isPending && <Loader size={18} color="gray" />}
  >
    {isPending ? pendingLabel : label}
  </Button>
);

/** Labels of the account types (requirements R2.33). */
export const USER_TYPE_LABELS: Record<UserType, string> = {
  influencer: 'Creator / Influencer',
  brand: 'Brand / Business',
};

/** Shows an API error in a toast and below the field that caused it. `fields` maps error codes to field names. */
export function showFieldError<T extends object>(
  form: UseFormReturnType<T>,
  error: unknown,
  fields: Partial<Record<string, keyof T & string>>,
  fallback: string,
  title = 'Error',
): void {
  notifyFailure(error, fallback, title);
  const field = fields[getFailureCode(error) ?? ''];
  if (field === undefined) return;
  form.setFieldError(field, getErrorMessage(error, fallback));
  // Waits until React has enabled the field again, because a disabled field cannot be focused.
  setTimeout(() => focusField(field));
}
