import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';

/** Renders the field for a code from the authenticator app or, if `isAppOnly` is not set, a recovery code. */
export const CodeField = ({
  isAppOnly = false,
  ...props
}: { isAppOnly?: boolean } & Omit<ComponentProps<typeof TextInput>, 'label'>) => (
  <TextInput
    label="Code"
    description={
      isAppOnly ? 'The 6 digits that your authenticator app shows' : 'From your authenticator app, or a recovery code'
    }
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    aria-required
    {...(isAppOnly && { inputMode: 'numeric' as const })}
    {...props}
  />
);
