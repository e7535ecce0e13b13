import { SUPPORT } from '@marquee/booking';
import { Button, Stack, Text, Title } from '@mantine/core';
import { MailCheck } from 'lucide-react';

/** What happens after a message was sent. */
export const MessageSent = ({ email, onAgain }: { email: string; onAgain: () => void }) => (
  <Stack component="output" gap="sm" align="flex-start">
    <MailCheck size={32} aria-hidden />
    <Title order={3}>Your message is with us</Title>
    <Text c="dimmed">
      We answer {SUPPORT.answer}, to {email}.
    </Text>
    <Button variant="default" onClick={onAgain}>
      Write another message
    </Button>
  </Stack>
);
