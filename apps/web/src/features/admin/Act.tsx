import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { data } from '../../trpc.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { focusFirstError } from '../../ui/focusField.ts';
import { notify } from '../../ui/notify.ts';
import { findKept, useKept } from '../../ui/sessionEnd.ts';
import { tellFailure } from '../../ui/tellFailure.ts';

interface ActProps {
  /** On the button and on the dialog's confirmation. */
  label: string;
  /** Of what, for people who hear the button without its row. */
  subject: string;
  title: string;
  /** What will happen. */
  children: ReactNode;
  field: 'Reason' | 'Note';
  destructive?: boolean;
  /** What is said when it is done. */
  done: string;
  act: (text: string) => Promise<unknown>;
}

const MISSING = { Reason: 'Please give a reason', Note: 'Please write a note' } as const;

/** A button of staff's: says what will happen, asks why, does it, and loads the lists anew. */
export function Act({ label, subject, title, children, field, destructive = false, done, act }: ActProps) {
  const keptAs = `act ${label} ${subject}`;
  // Open again with what was typed, after a session that ended in the middle of it.
  const [opened, { open, close }] = useDisclosure(findKept(keptAs) !== null);
  const form = useForm({
    initialValues: { text: '' },
    validate: {
      text: (text) =>
        text.trim() === ''
          ? MISSING[field]
          : text.length > 1000
            ? `The ${field.toLowerCase()} must be at most 1000 characters`
            : null,
    },
  });
  useKept(keptAs, { isDirty: opened && form.isDirty(), values: form.getValues, restore: form.setValues });
  const submit = async ({ text }: { text: string }) => {
    try {
      await act(text.trim());
      notify(done);
      close();
      form.reset();
    } catch (error) {
      tellFailure(error, 'This could not be done');
    }
    await data.admin.invalidate();
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
            <Textarea
              label={field}
              description="Kept in the audit log."
              aria-required
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
