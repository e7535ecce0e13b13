import type { UserType } from '@marquee/contracts';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import type { ReturnPathProps } from './returnPath.ts';

export interface SignUpFormProps extends ReturnPathProps {
  /** The account type implied by the link that led here, or blank if the user has to choose. */
  userType: UserType | '';
  /**
   * Returns the name and email address that the visitor entered on earlier pages. Only called in the browser,
   * because the server does not have this input.
   */
  known: () => { fullName: string; email: string };
}

interface NameAndEmail {
  fullName: string;
  email: string;
}

/** Prefills empty fields with input from earlier pages, after hydration. */
export function usePrefilledFields<T extends NameAndEmail>(
  form: UseFormReturnType<T>,
  known: SignUpFormProps['known'],
): void {
  const prefill = useEffectEvent(() => {
    const typed: NameAndEmail = form.getValues();
    // Skips fields that have a value. Setting them would re-render them, and text that the user is typing would be
    // lost.
    const missing = Object.entries(known()).filter(
      ([name, value]) => value !== '' && typed[name as keyof NameAndEmail] === '',
    );
    if (missing.length > 0) form.setValues(Object.fromEntries(missing) as Partial<T>);
  });
  useEffect(() => prefill(), []);
}
