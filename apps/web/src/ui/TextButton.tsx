import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { TextDialog, type TextDialogProps } from './TextDialog.tsx';

interface TextButtonProps extends Omit<TextDialogProps, 'opened' | 'onSubmit' | 'onClose'> {
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
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={open}>
        {button}
      </Button>
      {(isOpen || !startsEmpty) && (
        <TextDialog
          {...dialog}
          opened={isOpen}
          onClose={close}
          onSubmit={(text) => onSubmit(text, { onSuccess: close })}
        />
      )}
    </>
  );
}
