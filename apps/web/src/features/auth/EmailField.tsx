import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

export const EmailField = <T extends { email: string }>({ form }: { form: UseFormReturnType<T> }) => (
  <TextInput
    label="Email"
    type="email"
    autoComplete="email"
    aria-required
    placeholder="you@example.com"
    key={form.key('email')}
    {...form.getInputProps('email')}
  />
);
