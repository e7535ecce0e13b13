/** Values that the registration form is prefilled with. */
import type { UserType } from '@marquee/validation';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import type { ReturnPathProps } from './returnPath.ts';

export interface SignUpFormProps extends ReturnPathProps {
  /** The account type that the link implies. Blank if both are possible. */
  userType: UserType | '';
  /** Called in the browser only, because only the browser stores earlier input. */
  known: () => { fullName: string; email: string };
}

interface NameAndEmail {
  fullName: string;
  email: string;
}

/** Prefills fields with earlier input after hydration. Fields that already have a value keep it. */
export function usePrefilledFields<T extends NameAndEmail>(
  form: UseFormReturnType<T>,
  known: SignUpFormProps['known'],
): void {
  useEffect(() => {
    const typed: NameAndEmail = form.getValues();
    // Sets missing fields only: setting a field renders it again and would lose text that is being typed.
    const missing = Object.entries(known()).filter(
      ([name, value]) => value !== '' && typed[name as keyof NameAndEmail] === '',
    );
    if (missing.length > 0) form.setValues(Object.fromEntries(missing) as Partial<T>);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form is there
  }, []);
}
