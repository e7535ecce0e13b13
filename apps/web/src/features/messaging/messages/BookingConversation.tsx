/** Shows the messages between both parties of a booking on its page. */
import { Button, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { SignedInUser } from '../../../session.ts';
import { getErrorMessage } from '../../../lib/errors.ts';
import { trpc } from '../../../trpc.ts';
import classes from './Conversations.module.css';
import { MessageThread } from './MessageThread.tsx';

export function BookingConversation({ bookingId, user }: { bookingId: string; user: SignedInUser }) {
  const { data: conversation, error, refetch } = trpc.messages.conversation.useQuery({ bookingId });
  const titleId = useId();
  const title = (
    <Title order={2} fz="lg" px={8} id={titleId}>
      Conversation
    </Title>
  );
  if (conversation === undefined && error === null) return <Skeleton height={240} radius="md" />;
  return (
    <Card component="section" p={0} aria-labelledby={titleId} className={classes.inPage ?? ''}>
      {conversation === undefined ? (
        <Stack gap="sm" p="md" align="flex-start">
          {title}
          <Text>{getErrorMessage(error, 'The conversation could not be loaded')}</Text>
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </Stack>
      ) : (
        <MessageThread key={conversation.otherId} conversation={conversation} user={user} title={title} />
      )}
    </Card>
  );
}
