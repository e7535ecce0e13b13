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
export function TextDialogButton({
  button,
  disabled = false,
  startsEmpty = false,
  onSubmit,
  ...dialog
}: TextDialogButtonProps) {
  const { pathname, search } = useLocation();
  const keptAs = `${pathname}${search} ${dialog.title}`;
  // Open again with what was typed, after a session that ended in the middle of it.
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
