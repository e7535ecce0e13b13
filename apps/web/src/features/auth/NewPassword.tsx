import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

interface NewPasswordProps<T> {
  form: UseFormReturnType<T>;
  /** What the fields are called; the repeated one is called 'Confirm …'. */
  label?: string;
}

/** The two fields in which a password is chosen. */
export function NewPassword<T extends { password: string; confirmPassword: string }>({
  form,
  label = 'New Password',
}: NewPasswordProps<T>) {
  return (
    <>
      <PasswordInput
        label={label}
        description="At least 8 characters"
        autoComplete="new-password"
        aria-required
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label={`Confirm ${label}`}
        autoComplete="new-password"
        aria-required
        key={form.key('confirmPassword')}
        {...form.getInputProps('confirmPassword')}
      />
    </>
  );
}
