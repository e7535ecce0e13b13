import { Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { describeExcessText } from '@marquee/validation';
import { useEffect, useRef } from 'react';

/**
 * Returns the error message for a text that is longer than `limit`, and the ref for its field. While the text is too
 * long, submitting the form focuses the field instead. The browser's `maxlength` is not used, because it cuts off
 * pasted text.
 */
export function useTextLimit<Field extends HTMLInputElement | HTMLTextAreaElement>(text: string, limit: number) {
  const field = useRef<Field>(null);
  const error = describeExcessText(text, limit);
  const isTooLong = error !== undefined;
  useEffect(() => {
    const form = field.current?.form;
    if (!isTooLong || !form) return undefined;
    const refuse = (event: Event) => {
      event.preventDefault();
      // React listens at the root of the page, so this keeps the form's `onSubmit` from being called.
      event.stopPropagation();
      field.current?.focus();
    };
    form.addEventListener('submit', refuse);
    return () => form.removeEventListener('submit', refuse);
  }, [isTooLong]);
  return { error, field };
}

/** Renders a text input that accepts longer text than `limit`, but reports it and keeps the form from being sent. */
export function LimitedTextInput({ limit, ...props }: TextInputProps & { limit: number }) {
  const { error, field } = useTextLimit<HTMLInputElement>(String(props.value ?? ''), limit);
  return <TextInput {...props} ref={useMergedRef(field, props.ref)} error={error ?? props.error} />;
}

/** Renders a text area that accepts longer text than `limit`, but reports it and keeps the form from being sent. */
export function LimitedTextarea({ limit, ...props }: TextareaProps & { limit: number }) {
  const { error, field } = useTextLimit<HTMLTextAreaElement>(String(props.value ?? ''), limit);
  return <Textarea {...props} ref={useMergedRef(field, props.ref)} error={error ?? props.error} />;
}
