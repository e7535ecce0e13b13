import { Card, Text } from '@mantine/core';
import { DateTime } from '../../../ui/DateTime.tsx';
import { StackList } from '../../../ui/StackList.tsx';

interface SupportMessage {
  id: string;
  author: string;
  at: string;
  text: string;
}

/** Lists the messages between staff and a person who used the contact form, oldest first. */
export const SupportMessages = ({ messages }: { messages: readonly SupportMessage[] }) => (
  <StackList isOrdered>
    {messages.map(({ id, author, at, text }) => (
      <Card key={id} component="li" p="md">
        <Text size="sm" c="dimmed">
          <strong>{author}</strong> · <DateTime at={at} />
        </Text>
        <Text mt={6} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      </Card>
    ))}
  </StackList>
);
