import { Button } from '@mantine/core';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import type { MessageConversation } from './message.ts';

/** Renders the button that blocks or unblocks the other workspace of a conversation. */
export function BlockButton({ conversation }: { conversation: MessageConversation }) {
  const { otherId, otherName, isBlocked } = conversation;
  const change = trpc.messages.setBlocked.useMutation({
    onSuccess: async (_, { isBlocked: now }) => {
      await queryUtils.messages.conversation.invalidate();
      notify(now ? `${otherName} is blocked` : `${otherName} is unblocked`);
    },
    onError: (error) => notifyFailure(error, 'The block could not be changed'),
  });
  if (conversation.id === null || conversation.otherDeletedAt !== null) return null;
  if (isBlocked)
    return (
      <Button
        variant="default"
        size="sm"
        loading={change.isPending}
        onClick={() => change.mutate({ workspaceId: otherId, isBlocked: false })}
      >
        Unblock
      </Button>
    );
  return (
    <ConfirmButton
      label="Block"
      title={`Block ${otherName}?`}
      confirmLabel="Block"
      destructive
      variant="subtle"
      loading={change.isPending}
      onConfirm={() => change.mutate({ workspaceId: otherId, isBlocked: true })}
    >
      You no longer receive messages or emails from {otherName} in any conversation, and they are not notified. You can
      unblock them later, but messages that they send while they are blocked are never delivered.
    </ConfirmButton>
  );
}
