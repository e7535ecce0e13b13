/** What is known of somebody who is about to make an account. */
import type { UserType } from '@marquee/validation';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import type { ReturnPathProps } from './returnPath.ts';

export interface SignUpFormProps extends ReturnPathProps {
  /** The kind of account that the way leads to; blank where it may be either. */
  userType: UserType | '';
  /** Asked in the browser, which alone knows what was typed before. */
  known: () => { fullName: string; email: string };
}

interface NameAndEmail {
  fullName: string;
  email: string;
}

/** Fills in what was typed on the way here, once the page is alive; what is in a field already stays. */
export function usePrefilledFields<T extends NameAndEmail>(
  form: UseFormReturnType<T>,
  known: SignUpFormProps['known'],
): void {
  useEffect(() => {
    const typed: NameAndEmail = form.getValues();
    // Only what is known: a field that is set is drawn anew, and would lose what the person is typing.
    const missing = Object.entries(known()).filter(
      ([name, value]) => value !== '' && typed[name as keyof NameAndEmail] === '',
    );
    if (missing.length > 0) form.setValues(Object.fromEntries(missing) as Partial<T>);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form is there
  }, []);
}
