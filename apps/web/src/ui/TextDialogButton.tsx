import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'react-router-dom';
import { createLazyDialog } from './LazyPart.tsx';
import { findFormBackup } from '../lib/sessionEnd.ts';
import type { TextDialogProps } from './TextDialog.tsx';

const LazyTextDialog = createLazyDialog<TextDialogProps>(() =>
  import('./TextDialog.tsx').then((module) => module.TextDialog),
);

interface TextDialogButtonProps extends Omit<TextDialogProps, 'opened' | 'keptAs' | 'onSubmit' | 'onClose'> {
  /** The button's label. */
  button: string;
  disabled?: boolean;
  /** Keeps the dialog's button after sending, so each time starts with an empty field. */
  startsEmpty?: boolean;
  onSubmit: (text: string, sent: { onSuccess: () => void }) => void;
}

/** A button that opens a dialog for a text. The dialog closes after the text was sent. */
export function TextDialogButton({
  button,
  disabled = false,
  startsEmpty = false,
  onSubmit,
  ...dialog
}: TextDialogButtonProps) {
  const { pathname, search } = useLocation();
  const keptAs = `${pathname}${search} ${dialog.title}`;
  // Open again with the text that was typed before the session ended.
  const [isOpen, { open, close }] = useDisclosure(findFormBackup(keptAs) !== null);
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={open}>
        {button}
      </Button>
      {(isOpen || !startsEmpty) && (
        <LazyTextDialog
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
