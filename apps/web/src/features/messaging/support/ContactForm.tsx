import { Button, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { SUPPORT_PROMISES } from '@marquee/brand';
import { CONTACT_CATEGORIES, contactMessage, type ContactCategory } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import type { SignedInUser } from '../../../session.ts';
import { trpc } from '../../../trpc.ts';
import { Columns } from '../../../ui/Columns.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { MESSAGE_NOT_SENT } from './support.words.ts';

const EMPTY_MESSAGE = {
  name: '',
  email: '',
  company: '',
  subject: '',
  category: '' as ContactCategory | '',
  message: '',
};

/**
 * Renders the contact form (requirements R5.17 to R5.22). The input is backed up until the server has accepted the
 * message.
 */
export function ContactForm({ user, category }: { user: SignedInUser | null; category: ContactCategory | '' }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { ...EMPTY_MESSAGE, name: user?.fullName ?? '', email: user?.email ?? '', category },
    validate: schemaResolver(contactMessage, { sync: true }),
  });
  const send = trpc.support.contact.useMutation({
    onSuccess: (_, { email }) => {
      notify('Message sent', 'Thank you. We reply within 24 hours.');
      form.reset();
      setSentTo(email);
    },
    onError: (error) => notifyFailure(error, MESSAGE_NOT_SENT),
  });
  useFormBackup('contact', { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  // The schema has already ruled out a blank category.
  const submit = ({ category: chosen, ...rest }: typeof EMPTY_MESSAGE) =>
    send.mutate({ ...rest, category: chosen as ContactCategory });

  if (sentTo !== null) return <MessageSent email={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)} aria-label="Contact">
      <Stack gap="md">
        <Columns count={2} from="xs">
          <TextInput
            label="Name"
            autoComplete="name"
            aria-required
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            aria-required
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Company (optional)"
            autoComplete="organization"
            key={form.key('company')}
            {...form.getInputProps('company')}
          />
          <NativeSelect
            label="Category"
            aria-required
            data={[{ value: '', label: 'Select a category', disabled: true }, ...CONTACT_CATEGORIES]}
            key={form.key('category')}
            {...form.getInputProps('category')}
          />
        </Columns>
        <TextInput label="Subject" aria-required key={form.key('subject')} {...form.getInputProps('subject')} />
        <Textarea
          label="Message"
          aria-required
          minRows={6}
          key={form.key('message')}
          {...form.getInputProps('message')}
        />
        <Text size="sm" c="dimmed">
          Your message goes to our support team.
        </Text>
        <Button type="submit" loading={send.isPending} style={{ alignSelf: 'flex-start' }}>
          Send Message
        </Button>
      </Stack>
    </form>
  );
}

const MessageSent = ({ email, onAgain }: { email: string; onAgain: () => void }) => (
  <Stack component="output" gap="sm" align="flex-start">
    <MailCheck size={32} aria-hidden />
    <Title order={3}>We received your message</Title>
    <Text c="dimmed">
      We reply to {email} {SUPPORT_PROMISES.answer}.
    </Text>
    <Button variant="default" onClick={onAgain}>
      Write another message
    </Button>
  </Stack>
);
