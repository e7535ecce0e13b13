import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

/** The two fields in which a password is chosen. */
export function NewPassword<T extends { password: string; confirmPassword: string }>({ form }: { form: UseFormReturnType<T> }) {
  return (
    <>
      <PasswordInput
        label="New Password"
        description="At least 8 characters"
        autoComplete="new-password"
        aria-required
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm New Password"
        autoComplete="new-password"
        aria-required
        key={form.key('confirmPassword')}
        {...form.getInputProps('confirmPassword')}
      />
    </>
  );
}
