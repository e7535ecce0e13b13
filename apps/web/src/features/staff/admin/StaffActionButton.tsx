import { Button, Modal, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { queryUtils } from '../../../trpc.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { findFormBackup, useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { REASON_MISSING, KEPT_IN_AUDIT_LOG } from './admin.words.ts';

interface StaffActionButtonProps {
  /** The text on both the button and the dialog's confirm button. */
  label: string;
  /** Names the item that the action affects, for screen reader users, who hear the button without its row. */
  subject: string;
  title: string;
  children: ReactNode;
  field: 'Reason' | 'Note';
  destructive?: boolean;
  /** The toast shown when the action has succeeded. */
  done: string;
  act: (text: string) => Promise<unknown>;
}

const MISSING_FIELD_MESSAGES = { Reason: REASON_MISSING, Note: 'Please write a note' } as const;

/**
 * Opens a dialog that explains a staff action and asks for a reason or note. Reloads the admin lists after the
 * action.
 */
export function StaffActionButton({
  label,
  subject,
  title,
  children,
  field,
  destructive = false,
  done,
  act,
}: StaffActionButtonProps) {
  const keptAs = `act ${label} ${subject}`;
  // If the session expired while the dialog was open, reopens it with the text typed so far.
  const [opened, { open, close }] = useDisclosure(findFormBackup(keptAs) !== null);
  const form = useForm({
    initialValues: { text: '' },
    validate: {
      text: (text) => (text.trim() === '' ? MISSING_FIELD_MESSAGES[field] : null),
    },
  });
  useFormBackup(keptAs, { isDirty: opened && form.isDirty(), values: form.getValues, restore: form.setValues });
  const submit = async ({ text }: { text: string }) => {
    try {
      await act(text.trim());
      notify(done);
      close();
      form.reset();
    } catch (error) {
      notifyFailure(error, 'The action failed');
    }
    await queryUtils.admin.invalidate();
  };
  return (
    <>
      <Button size="sm" variant="default" onClick={open} aria-label={`${label}: ${subject}`}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title} centered>
        <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
          <Stack gap="md">
            <Text component="div">{children}</Text>
            <LimitedTextarea
              label={field}
              description={KEPT_IN_AUDIT_LOG}
              aria-required
              limit={LIMITS.staffNote}
              data-autofocus
              {...form.getInputProps('text')}
            />
            <DialogButtons submitLabel={label} loading={form.submitting} destructive={destructive} onCancel={close} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
