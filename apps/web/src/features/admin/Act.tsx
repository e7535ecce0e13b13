import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { data, messageOf } from '../../trpc.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { focusFirstError } from '../../ui/focusField.ts';
import { notify } from '../../ui/notify.ts';

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
  const [opened, { open, close }] = useDisclosure(false);
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
  const submit = async ({ text }: { text: string }) => {
    try {
      await act(text.trim());
      notify(done);
      close();
      form.reset();
    } catch (error) {
      notify('Error', messageOf(error, 'This could not be done. Please try again.'));
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
