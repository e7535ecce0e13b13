import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

interface PasswordFieldProps<T> {
  form: UseFormReturnType<T>;
  label?: string;
}

/** The field in which a password is chosen; what was typed can be shown. */
export const NewPasswordField = <T extends { password: string }>({
  form,
  label = 'New Password',
}: PasswordFieldProps<T>) => (
  <PasswordInput
    label={label}
    description="At least 8 characters"
    autoComplete="new-password"
    aria-required
    key={form.key('password')}
    {...form.getInputProps('password')}
  />
);

/** The same with a second one, which is called 'Confirm …'. */
export function NewPasswordFields<T extends { password: string; confirmPassword: string }>({
  form,
  label = 'New Password',
}: PasswordFieldProps<T>) {
  return (
    <>
      <NewPasswordField form={form} label={label} />
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
