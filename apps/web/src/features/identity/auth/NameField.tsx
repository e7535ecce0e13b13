import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

export const NameField = <T extends { fullName: string }>({ form }: { form: UseFormReturnType<T> }) => (
  <TextInput
    label="Full Name"
    autoComplete="name"
    aria-required
    key={form.key('fullName')}
    {...form.getInputProps('fullName')}
  />
);
