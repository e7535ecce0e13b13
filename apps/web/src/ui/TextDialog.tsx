import { Modal, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { DialogButtons } from './DialogButtons.tsx';
import { useFormBackup } from '../lib/sessionEnd.ts';
import { LimitedTextarea } from './LimitedText.tsx';

export interface TextDialogProps {
  keptAs: string;
  opened: boolean;
  title: string;
  label: string;
  /** The error message for a blank text. */
  missing: string;
  limit: number;
  submitLabel: string;
  loading: boolean;
  /** Additional fields above the text. */
  children?: ReactNode;
  /** An explanation of what happens when the text is submitted. Shown below the text field. */
  consequence: ReactNode;
  onSubmit: (text: string) => void;
  onClose: () => void;
}

/** Asks for a text in a dialog. If the session expires, the text is restored after signing in. */
export function TextDialog(props: TextDialogProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  useFormBackup(props.keptAs, { isDirty: props.opened && text !== '', values: () => text, restore: setText });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') setError(props.missing);
    else props.onSubmit(text);
  };
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {props.children}
          <LimitedTextarea
            label={props.label}
            required
            autosize
            minRows={4}
            maxRows={12}
            limit={props.limit}
            data-autofocus
            value={text}
            error={error}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setError(null);
            }}
          />
          <Text component="div" size="sm">
            {props.consequence}
          </Text>
          <DialogButtons submitLabel={props.submitLabel} loading={props.loading} onCancel={props.onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
