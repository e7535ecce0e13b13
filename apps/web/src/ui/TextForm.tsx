import { Button, Group, Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useFormBackup } from '../lib/sessionEnd.ts';
import { LimitedTextarea } from './LimitedText.tsx';

interface TextFormProps {
  keptAs: string;
  label: string;
  description?: string;
  /** The error message for a blank text. */
  missing: string;
  limit: number;
  submitLabel: string;
  loading: boolean;
  /** Sends the text. Call `sent` on success to clear the field. */
  onSubmit: (text: string, sent: () => void) => void;
  children?: ReactNode;
}

/** Renders a form with a single text field. If the session expires, the text is restored after signing in. */
export function TextForm(props: TextFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  useFormBackup(props.keptAs, { isDirty: text !== '', values: () => text, restore: setText });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') setError(props.missing);
    else props.onSubmit(text, () => setText(''));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <LimitedTextarea
          label={props.label}
          description={props.description}
          autosize
          minRows={5}
          maxRows={16}
          limit={props.limit}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(null);
          }}
        />
        <Group gap="sm">
          <Button type="submit" loading={props.loading}>
            {props.submitLabel}
          </Button>
          {props.children}
        </Group>
      </Stack>
    </form>
  );
}
