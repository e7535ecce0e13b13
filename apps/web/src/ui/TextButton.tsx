import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { DialogButtons } from './DialogButtons.tsx';
import { findKept, useKept } from './sessionEnd.ts';

interface TextButtonProps extends Omit<TextDialogProps, 'opened' | 'keptAs' | 'onSubmit' | 'onClose'> {
  /** On the button. */
  button: string;
  disabled?: boolean;
  /** It stays when the text has been sent: each time starts with an empty field. */
  startsEmpty?: boolean;
  onSubmit: (text: string, sent: { onSuccess: () => void }) => void;
}

/**
 * A button that asks for a text in a dialog and says what will happen. The dialog closes when the text has been sent.
 */
export function TextButton({ button, disabled = false, startsEmpty = false, onSubmit, ...dialog }: TextButtonProps) {
  const { pathname, search } = useLocation();
  const keptAs = `${pathname}${search} ${dialog.title}`;
  // Open again with what was typed, after a session that ended in the middle of it.
  const [isOpen, { open, close }] = useDisclosure(findKept(keptAs) !== null);
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={open}>
        {button}
      </Button>
      {(isOpen || !startsEmpty) && (
        <TextDialog
          {...dialog}
          keptAs={keptAs}
          opened={isOpen}
          onClose={close}
          onSubmit={(text) => onSubmit(text, { onSuccess: close })}
        />
      )}
    </>
  );
}

interface TextDialogProps {
  keptAs: string;
  opened: boolean;
  title: string;
  label: string;
  /** What is refused when nothing is written. */
  missing: string;
  maxLength: number;
  submitLabel: string;
  loading: boolean;
  /** More questions, above the text. */
  children?: ReactNode;
  /** What happens next, below it. */
  consequence: ReactNode;
  onSubmit: (text: string) => void;
  onClose: () => void;
}

/** A dialog that asks for a text and says what will happen when it is sent. What was typed stays until it is sent. */
function TextDialog(props: TextDialogProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  useKept(props.keptAs, { isDirty: props.opened && text !== '', values: () => text, restore: setText });
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
          <Textarea
            label={props.label}
            required
            autosize
            minRows={4}
            maxRows={12}
            maxLength={props.maxLength}
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
