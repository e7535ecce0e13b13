import type { UseFormReturnType } from '@mantine/form';
import type { SubmitEvent } from 'react';

/** The fields that browsers and password managers fill in. */
const AUTOFILL_FIELDS = 'input[data-path][autocomplete]:not([autocomplete=off])';

/**
 * Returns a submit handler that copies autofilled values from the page to the form before it calls `onSubmit`. Some
 * password managers fill in fields without an input event, so the form does not know these values.
 */
export const withAutofill =
  <T extends object>(
    form: Pick<UseFormReturnType<T>, 'setFieldValue'>,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void,
  ) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    for (const field of event.currentTarget.querySelectorAll<HTMLInputElement>(AUTOFILL_FIELDS))
      form.setFieldValue(field.dataset['path'] as never, field.value, { forceUpdate: false });
    onSubmit(event);
  };
