import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ShieldCheck } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { SignedInUser } from '../../../session.ts';
import { useNow } from '../../../lib/readerClock.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import {
  toMessageDay,
  formatMessageDay,
  formatLoadedMessagePreview,
  SYSTEM_MESSAGES,
  formatMessageTime,
  describeReaders,
  type MessageAuthor,
  type MessageConversation,
  type ConversationMessage,
} from './message.ts';
import { MessageItem, UnsentMessageItem } from './MessageItem.tsx';
import classes from './MessageThread.module.css';
import type { MessageThreadState } from './useMessageThread.ts';
import { MESSAGES_NOT_LOADED } from './messages.words.ts';

/** If the scroll position is at most this many pixels from the end, new messages scroll into view. */
const NEAR_END_PX = 80;
/** Consecutive messages by the same author within this time are grouped under one name. */
const SAME_AUTHOR_GROUP_MS = 5 * 60_000;

interface MessageListProps {
  thread: MessageThreadState;
  conversation: MessageConversation;
  user: SignedInUser;
  nameOf: (author: MessageAuthor) => string;
  onQuote: (message: ConversationMessage) => void;
  onReport: (message: ConversationMessage) => void;
}

/** Shows the messages of a conversation, and loads older and newer ones. */
export function MessageList({ thread, conversation, user, nameOf, onQuote, onReport }: MessageListProps) {
  const { loaded, unsent, failure, markRead } = thread;
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const today = new Date(useNow());
  /**
   * The number of the last message that the user had read when the conversation was opened. The unread marker stays
   * below that message.
   */
  const [readAtFirst] = useState(conversation.readNumber);
  const place = useRef({ first: 0, height: 0, wasAtEnd: true });
  const items = loaded?.items ?? [];
  const first = items[0]?.number ?? 0;
  const last = items.at(-1)?.number ?? 0;

  // Keeps the visible messages in place when older ones load, and scrolls to new messages if the end was visible.
  useLayoutEffect(() => {
    const view = box.current;
    if (view === null) return;
    const before = place.current;
    if (before.wasAtEnd) view.scrollTop = view.scrollHeight;
    else if (first < before.first) view.scrollTop += view.scrollHeight - before.height;
    place.current = { ...before, first, height: view.scrollHeight };
  });

  // Keeps the end of the conversation visible when fonts load late or the window is resized.
  useEffect(() => {
    const view = box.current;
    if (view === null) return undefined;
    const resizeObserver = new ResizeObserver(() => {
      if (place.current.wasAtEnd) view.scrollTop = view.scrollHeight;
    });
    resizeObserver.observe(view);
    if (list.current !== null) resizeObserver.observe(list.current);
    return () => resizeObserver.disconnect();
  }, []);

  const isNewest = loaded !== null && !loaded.hasNewer;
  const follow = () => {
    const view = box.current;
    if (view === null) return;
    const isNow = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_END_PX;
    place.current.wasAtEnd = isNow && isNewest;
    setAtEnd(isNow);
  };
  useEffect(() => {
    const markVisibleRead = () => {
      if (isAtEnd && isNewest && document.visibilityState === 'visible') markRead(last);
    };
    markVisibleRead();
    document.addEventListener('visibilitychange', markVisibleRead);
    return () => document.removeEventListener('visibilitychange', markVisibleRead);
  }, [isAtEnd, isNewest, last, markRead]);

  const toEnd = async () => {
    place.current.wasAtEnd = true;
    if (!isNewest) await thread.loadNewest();
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  const load = (more: () => Promise<void>) => () => {
    place.current.wasAtEnd = false;
    more().catch((error: unknown) => notifyFailure(error, MESSAGES_NOT_LOADED));
  };
  const readNumber = conversation.otherReadNumber;
  const lastOwnRead = items.findLast(
    ({ authorWorkspaceId, number }) => authorWorkspaceId === user.workspaceId && number <= readNumber,
  )?.number;
  const newFrom = items.find(
    ({ number, authorWorkspaceId }) =>
      number > readAtFirst && authorWorkspaceId !== user.workspaceId && authorWorkspaceId !== null,
  );
  const isNewSeen = items.some(
    ({ number, authorWorkspaceId }) => authorWorkspaceId === user.workspaceId && number > (newFrom?.number ?? 0),
  );

  return (
    <>
      {/* Focusable for scrolling by keyboard. Not a live region, because new messages are announced separately below. */}
      <div
        ref={box}
        className={classes.box}
        role="log"
        aria-live="off"
        aria-label={`Messages with ${conversation.otherName}`}
        aria-busy={loaded === null && failure === null}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the focus
        tabIndex={0}
        onScroll={follow}
      >
        {loaded?.hasOlder === true ? (
          <Button variant="default" size="sm" className={classes.more ?? ''} onClick={load(thread.older)}>
            Show older messages
          </Button>
        ) : (
          loaded !== null && (
            <p className={classes.first}>
              <ShieldCheck size={16} aria-hidden /> {describeReaders(conversation)}
            </p>
          )
        )}
        {failure !== null && (
          <Stack gap="xs" align="center">
            <Text c="dimmed">{failure}</Text>
            <Button variant="default" size="sm" onClick={() => void thread.loadNewest()}>
              Try again
            </Button>
          </Stack>
        )}
        {loaded === null && failure === null && <ThreadSkeleton />}
        {loaded !== null && items.length === 0 && unsent.length === 0 && (
          <p className={classes.none}>No messages yet</p>
        )}
        <ol ref={list} className={classes.list}>
          {items.map((message, at) => {
            const before = items[at - 1];
            const isNewDay = before === undefined || toMessageDay(before.at) !== toMessageDay(message.at);
            const day = isNewDay && (
              <DayDivider key={`day ${message.at}`}>{formatMessageDay(message.at, today)}</DayDivider>
            );
            if (message.announcement !== null)
              return [
                day,
                <SystemMessage key={message.number} at={message.at} text={SYSTEM_MESSAGES[message.announcement]} />,
              ];
            const isNew = message === newFrom && !isNewSeen;
            const above = isNewDay || isNew ? undefined : before;
            const isTogether =
              above?.authorWorkspaceId === message.authorWorkspaceId &&
              nameOf(above) === nameOf(message) &&
              Date.parse(message.at) - Date.parse(above.at) < SAME_AUTHOR_GROUP_MS;
            return [
              day,
              isNew && <DayDivider key="new">New messages</DayDivider>,
              <MessageItem
                key={message.number}
                message={message}
                isOwn={message.authorWorkspaceId === user.workspaceId}
                isTogether={isTogether}
                isSeen={message.number === lastOwnRead}
                nameOf={nameOf}
                onQuote={onQuote}
                onReport={onReport}
              />,
            ];
          })}
          {unsent.map((message) => (
            <UnsentMessageItem key={message.clientId} message={message} thread={thread} />
          ))}
        </ol>
        {loaded?.hasNewer === true && (
          <Button variant="default" size="sm" className={classes.more ?? ''} onClick={load(thread.newer)}>
            Show newer messages
          </Button>
        )}
        <p className={classes.typing}>{thread.isTyping ? `${conversation.otherName} is typing…` : ''}</p>
      </div>
      {(!isAtEnd || !isNewest) && loaded !== null && (
        <div className={classes.toEnd}>
          <Button
            variant="default"
            size="sm"
            leftSection={<ArrowDown size={16} aria-hidden />}
            onClick={() => void toEnd()}
          >
            Newest
          </Button>
        </div>
      )}
      <VisuallyHidden component="output">
        {thread.arrived
          .filter(({ authorWorkspaceId }) => authorWorkspaceId !== user.workspaceId)
          .map((message) => (
            <span key={message.number}>
              {message.authorWorkspaceId === null ? '' : <span>{`${nameOf(message)}: `}</span>}
              <span>{formatLoadedMessagePreview(message)}</span>
            </span>
          ))}
      </VisuallyHidden>
    </>
  );
}

const DayDivider = ({ children }: { children: ReactNode }) => (
  <li className={classes.divider}>
    <span>{children}</span>
  </li>
);

/** Shows a message by the platform, which looks different from messages by users. */
const SystemMessage = ({ at, text }: { at: string; text: string }) => (
  <li className={classes.system}>
    <ShieldCheck size={15} aria-hidden />
    <span>
      {text} <time dateTime={at}>{formatMessageTime(at)}</time>
    </span>
  </li>
);

const ThreadSkeleton = () => (
  <Stack gap="md">
    <VisuallyHidden>Loading the messages</VisuallyHidden>
    <Skeleton height={44} width="55%" radius="lg" />
    <Skeleton height={64} width="62%" radius="lg" style={{ marginInlineStart: 'auto' }} />
    <Skeleton height={44} width="40%" radius="lg" />
  </Stack>
);
