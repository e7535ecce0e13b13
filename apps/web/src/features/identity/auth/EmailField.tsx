import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

/** The field for the user's email address. Pass `isUsername` where it identifies an account next to a password. */
export const EmailField = <T extends { email: string }>(props: {
  form: UseFormReturnType<T>;
  isUsername?: boolean;
}) => (
  <TextInput
    label="Email"
    type="email"
    autoComplete={props.isUsername ? 'username' : 'email'}
    aria-required
    placeholder="you@example.com"
    key={props.form.key('email')}
    {...props.form.getInputProps('email')}
  />
);
