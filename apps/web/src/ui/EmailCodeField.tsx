import { TextInput, type TextInputProps } from '@mantine/core';
import { MAIL_CODE_DIGITS } from '@marquee/validation';

/** The field for a code that was emailed to `email`. */
export const EmailCodeField = ({ email, ...props }: TextInputProps & { email: string }) => (
  <TextInput
    label="Code"
    description={`The ${MAIL_CODE_DIGITS} digits in the email to ${email}`}
    autoComplete="one-time-code"
    inputMode="numeric"
    spellCheck={false}
    aria-required
    {...props}
  />
);
