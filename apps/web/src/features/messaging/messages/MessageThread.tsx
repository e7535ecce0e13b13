/** Shows a conversation: the messages and the composer. */
import { ActionIcon, Text } from '@mantine/core';
import { Search } from 'lucide-react';
import { lazy, useState, type ReactNode } from 'react';
import type { SignedInUser } from '../../../session.ts';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { BlockButton } from './BlockButton.tsx';
import { MessageComposer } from './MessageComposer.tsx';
import { scrollToMessage } from './MessageItem.tsx';
import { MessageList } from './MessageList.tsx';
import { MessageSearchBox } from './MessageSearchBox.tsx';
import type { MessageAuthor, MessageConversation, ConversationMessage } from './message.ts';
import classes from './MessageThread.module.css';
import { useMessageThread } from './useMessageThread.ts';

const ReportDialog = lazy(() =>
  import('../../staff/reports/ReportDialog.tsx').then((module) => ({ default: module.ReportDialog })),
);

interface MessageThreadProps {
  conversation: MessageConversation;
  user: SignedInUser;
  /** Shown above the messages, next to the search button. */
  title: ReactNode;
}

export function MessageThread({ conversation, user, title }: MessageThreadProps) {
  const thread = useMessageThread(conversation);
  const [quoted, setQuoted] = useState<ConversationMessage | null>(null);
  const [reported, setReported] = useState<ConversationMessage | null>(null);
  const [isSearching, setSearching] = useState(false);
  const nameOf = ({ authorWorkspaceId, authorName, isOwn }: MessageAuthor) =>
    isOwn
      ? 'You'
      : (authorName ?? (authorWorkspaceId === user.workspaceId ? user.workspaceName : conversation.otherName));
  const isGone = conversation.otherDeletedAt !== null;

  return (
    <div className={classes.thread}>
      <div className={classes.head}>
        <div className={classes.title}>{title}</div>
        {thread.id !== null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Search in this conversation"
            aria-expanded={isSearching}
            onClick={() => setSearching(!isSearching)}
          >
            <Search size={18} aria-hidden />
          </ActionIcon>
        )}
        <BlockButton conversation={conversation} />
      </div>
      {isSearching && thread.id !== null && (
        <MessageSearchBox
          id={thread.id}
          nameOf={nameOf}
          onFound={(number) => {
            void thread.goTo(number).then(() => scrollToMessage(number));
          }}
        />
      )}
      <MessageList
        thread={thread}
        conversation={conversation}
        user={user}
        nameOf={nameOf}
        onQuote={setQuoted}
        onReport={setReported}
      />
      {isGone ? (
        <Text key="deleted" className={classes.closed ?? ''}>
          This account was deleted. You can still read the conversation.
        </Text>
      ) : conversation.isBlocked ? (
        <Text key="blocked" className={classes.closed ?? ''}>
          You blocked {conversation.otherName}, so you do not receive their messages. They are not notified.
        </Text>
      ) : (
        <MessageComposer
          key={conversation.otherId}
          draftName={conversation.bookingId ?? String(conversation.otherId)}
          otherName={conversation.otherName}
          quoted={quoted && { message: quoted, name: nameOf(quoted) }}
          onUnquote={() => setQuoted(null)}
          onType={thread.tellTyping}
          onSend={(text, files) => {
            thread.send(text, quoted, files);
            setQuoted(null);
          }}
        />
      )}
      {reported !== null && (
        <LazyPart>
          <ReportDialog
            subjects={[{ kind: 'message', id: reported.id, label: 'This message' }]}
            onClose={() => setReported(null)}
          />
        </LazyPart>
      )}
    </div>
  );
}
