/**
 * Shows the conversation of a disputed booking. It loads only when staff clicks a button, because every view is
 * recorded in the audit log.
 */
import { Button, Stack, Text } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { useState } from 'react';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { formatLoadedMessagePreview } from '../../messaging/messages/message.ts';
import { MessageFiles } from '../../messaging/messages/MessageFiles.tsx';
import { StackList } from '../../../ui/StackList.tsx';

type ConversationPage = NonNullable<RouterOutputs['admin']['disputeConversation']>;

export function DisputedConversation({ disputeId }: { disputeId: string }) {
  const [shownPage, setShownPage] = useState<ConversationPage | 'nothing' | null>(null);
  const open = trpc.admin.disputeConversation.useMutation({
    onSuccess: (page, { before }) =>
      setShownPage((now) => {
        if (page === null) return 'nothing';
        const later = before === undefined || now === null || now === 'nothing' ? [] : now.items;
        return { ...page, items: [...page.items, ...later] };
      }),
    onError: (error) => notifyFailure(error, 'The conversation could not be opened'),
  });
  return (
    <SectionCard title="Conversation">
      {shownPage === null && (
        <Stack gap="sm" align="flex-start">
          <Text>
            Open the conversation if you need it for your decision. The audit log records it, and the brand and the
            creator see that {PRODUCT_NAME} staff read the conversation.
          </Text>
          <Button variant="default" loading={open.isPending} onClick={() => open.mutate({ id: disputeId })}>
            Open conversation
          </Button>
        </Stack>
      )}
      {shownPage === 'nothing' && (
        <Text c="dimmed">The brand and the creator have not exchanged messages about this booking.</Text>
      )}
      {shownPage !== null && shownPage !== 'nothing' && (
        <Stack gap="md">
          {shownPage.hasMore && (
            <Button
              variant="default"
              size="sm"
              loading={open.isPending}
              onClick={() => open.mutate({ id: disputeId, before: shownPage.items[0]?.number })}
            >
              Show older messages
            </Button>
          )}
          <StackList isOrdered>
            {shownPage.items.map((message) => (
              <li key={message.number}>
                <Text size="sm" c="dimmed">
                  {message.authorName !== null && <strong>{message.authorName}</strong>}
                  <span> </span>
                  <DateTime at={message.at} />
                  {!message.isDelivered && (
                    <span>{' · not delivered, because the recipient had blocked the sender'}</span>
                  )}
                </Text>
                {(message.text !== '' || message.files.length === 0) && (
                  <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    {formatLoadedMessagePreview(message)}
                  </Text>
                )}
                <MessageFiles files={message.files} />
              </li>
            ))}
          </StackList>
        </Stack>
      )}
    </SectionCard>
  );
}
