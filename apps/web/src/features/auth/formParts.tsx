import { Button, Loader, type MantineSpacing } from '@mantine/core';
import type { UserType } from '@marquee/validation';
import type { UseFormReturnType } from '@mantine/form';
import { getFailureCode, getErrorMessage } from '../../lib/errors.ts';
import { focusField } from '../../lib/focusField.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';

interface SubmitButtonProps {
  label: string;
  /** What it says while the server is asked. */
  pendingLabel: string;
  isPending: boolean;
  mt?: MantineSpacing;
}

/** The button that sends a form of a screen for visitors. */
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

/** Spec §2 "Register screen". */
export const USER_TYPE_LABELS: Record<UserType, string> = {
  influencer: 'Creator / Influencer',
  brand: 'Brand / Business',
};

/** Shows the server's refusal: at the field that it is about (`fields`: failure → field), and as a toast. */
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
  // After the button is enabled again.
  setTimeout(() => focusField(field));
}
