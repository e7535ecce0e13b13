import { PasswordInput, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

interface PasswordFieldProps<T> {
  form: UseFormReturnType<T>;
  label?: string;
}

/** Renders a field for a new password, with a button that makes the text visible. */
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

export function NewPasswordFields<T extends { password: string; confirmPassword: string }>({
  form,
  label = 'New Password',
}: PasswordFieldProps<T>) {
  /** Compares the passwords as soon as both fields are filled in. */
  const compare = () => {
    const { password, confirmPassword } = form.getValues();
    if (password !== '' && confirmPassword !== '') form.validateField('confirmPassword');
  };
  return (
    <Stack gap="md" onBlur={compare}>
      <NewPasswordField form={form} label={label} />
      <PasswordInput
        label={`Confirm ${label}`}
        autoComplete="new-password"
        aria-required
        key={form.key('confirmPassword')}
        {...form.getInputProps('confirmPassword')}
      />
    </Stack>
  );
}
