/** What is known of somebody who is about to make an account. */
import type { UserType } from '@marquee/validation';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import type { NextProps } from './next.ts';

export interface NewcomerProps extends NextProps {
  /** The kind of account that the way leads to; blank where it may be either. */
  userType: UserType | '';
  /** Asked in the browser, which alone knows what was typed before. */
  known: () => { fullName: string; email: string };
}

interface Named {
  fullName: string;
  email: string;
}

/** Fills in what was typed on the way here, once the page is alive; what is in a field already stays. */
export function useKnown<T extends Named>(form: UseFormReturnType<T>, known: NewcomerProps['known']): void {
  useEffect(() => {
    const typed: Named = form.getValues();
    // Only what is known: a field that is set is drawn anew, and would lose what the person is typing.
    const missing = Object.entries(known()).filter(
      ([name, value]) => value !== '' && typed[name as keyof Named] === '',
    );
    if (missing.length > 0) form.setValues(Object.fromEntries(missing) as Partial<T>);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form is there
  }, []);
}
