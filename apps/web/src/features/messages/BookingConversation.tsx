/** Shows the conversation on the booking page, with messages and booking events in chronological order. */
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { SignedInUser } from '../../session.ts';
import { getErrorMessage } from '../../lib/errors.ts';
import { trpc } from '../../trpc.ts';
import classes from './Conversations.module.css';
import { THREAD_HEIGHT } from './threadHeight.ts';
import { MessageThread, type ThreadEvent } from './MessageThread.tsx';

interface BookingConversationProps {
  bookingId: string;
  user: SignedInUser;
  happenings: readonly ThreadEvent[];
}

export function BookingConversation({ bookingId, user, happenings }: BookingConversationProps) {
  const { data: conversation, error, refetch } = trpc.messages.conversation.useQuery({ bookingId });
  if (error)
    return (
      <Stack gap="sm" align="flex-start">
        <Text>{getErrorMessage(error, 'The conversation could not be loaded')}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </Stack>
    );
  if (conversation === undefined) return <Skeleton height={THREAD_HEIGHT} radius="md" />;
  return (
    <div className={classes.inPage} style={{ height: THREAD_HEIGHT }}>
      <MessageThread
        key={conversation.otherId}
        conversation={conversation}
        user={user}
        happenings={happenings}
        title={<Text fw={600}>With {conversation.otherName}</Text>}
      />
    </div>
  );
}
