import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'react-router-dom';
import { createLazyDialog } from './LazyPart.tsx';
import { findFormBackup } from '../lib/sessionEnd.ts';
import type { TextDialogProps } from './TextDialog.tsx';

const LazyTextDialog = createLazyDialog<TextDialogProps>(() =>
  import('./TextDialog.tsx').then((module) => module.TextDialog),
);

interface TextDialogButtonProps extends Omit<TextDialogProps, 'opened' | 'keptAs' | 'onSubmit' | 'onClose'> {
  button: string;
  variant?: ButtonProps['variant'];
  disabled?: boolean;
  /** True to discard the dialog when it closes, so that its field is blank each time it opens. */
  startsEmpty?: boolean;
  onSubmit: (text: string, sent: { onSuccess: () => void }) => void;
}

/** Renders a button that opens a `TextDialog`. The dialog closes when the text has been sent. */
export function TextDialogButton({
  button,
  variant = 'default',
  disabled = false,
  startsEmpty = false,
  onSubmit,
  ...dialog
}: TextDialogButtonProps) {
  const { pathname, search } = useLocation();
  const keptAs = `${pathname}${search} ${dialog.title}`;
  // If the session expired while the dialog was open, reopens it with the text typed so far.
  const [isOpen, { open, close }] = useDisclosure(findFormBackup(keptAs) !== null);
  return (
    <>
      <Button variant={variant} disabled={disabled} onClick={open}>
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
