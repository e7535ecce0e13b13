/** Shows a conversation: the messages and the composer. */
import { ActionIcon, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { ArrowDown, Ban, Flag, Reply, Search, ShieldCheck } from 'lucide-react';
import { lazy, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { SignedInUser } from '../../../session.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { notify } from '../../../lib/notify.ts';
import { useNow } from '../../../lib/readerClock.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { MessageComposer } from './MessageComposer.tsx';
import { MessageSearchBox } from './MessageSearchBox.tsx';
import {
  toMessageDay,
  formatMessageDay,
  formatMessagePreview,
  formatLoadedMessagePreview,
  SYSTEM_MESSAGES,
  formatMessageTime,
  describeReaders,
  type MessageAuthor,
  type MessageConversation,
  type ConversationMessage,
  type UnsentMessage,
} from './message.ts';
import classes from './MessageThread.module.css';
import { MessageFiles } from './MessageFiles.tsx';
import { useMessageThread, type MessageThreadState as Shown } from './useMessageThread.ts';
import { MESSAGES_NOT_LOADED } from './messages.words.ts';

const ReportDialog = lazy(() =>
  import('../../staff/reports/ReportDialog.tsx').then((module) => ({ default: module.ReportDialog })),
);

interface MessageThreadProps {
  conversation: MessageConversation;
  user: SignedInUser;
  /** Shown above the messages, next to the search button. */
  title: ReactNode;
}

/** If the scroll position is at most this many pixels from the end, new messages scroll into view. */
const NEAR_END_PX = 80;
/** Consecutive messages by the same author within this time are grouped under one name. */
const SAME_AUTHOR_GROUP_MS = 5 * 60_000;

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

function BlockButton({ conversation }: { conversation: MessageConversation }) {
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

const getMessageElementId = (number: number) => `message-${number}`;

function scrollToMessage(number: number): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(getMessageElementId(number));
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  });
}

interface MessageListProps {
  thread: Shown;
  conversation: MessageConversation;
  user: SignedInUser;
  nameOf: (author: MessageAuthor) => string;
  onQuote: (message: ConversationMessage) => void;
  onReport: (message: ConversationMessage) => void;
}

function MessageList({ thread, conversation, user, nameOf, onQuote, onReport }: MessageListProps) {
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
            if (message.said !== null)
              return [day, <SystemMessage key={message.number} at={message.at} text={SYSTEM_MESSAGES[message.said]} />];
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

interface MessageItemProps {
  message: ConversationMessage;
  isOwn: boolean;
  isTogether: boolean;
  isSeen: boolean;
  nameOf: (author: MessageAuthor) => string;
  onQuote: (message: ConversationMessage) => void;
  onReport: (message: ConversationMessage) => void;
}

function MessageItem({ message, isOwn, isTogether, isSeen, nameOf, onQuote, onReport }: MessageItemProps) {
  const name = nameOf(message);
  const time = <time dateTime={message.at}>{formatMessageTime(message.at)}</time>;
  return (
    <li
      id={getMessageElementId(message.number)}
      tabIndex={-1}
      className={classes.said}
      data-own={isOwn || undefined}
      data-together={isTogether || undefined}
    >
      <p className={classes.who}>
        {isTogether ? (
          <VisuallyHidden>
            {name}, {time}
          </VisuallyHidden>
        ) : (
          <span>
            <strong>{name}</strong> {time}
          </span>
        )}
      </p>
      <div className={classes.row}>
        <div className={classes.bubble}>
          {message.quotedNumber !== null && message.quotedText !== null && (
            <button type="button" className={classes.quote} onClick={() => scrollToMessage(message.quotedNumber ?? 0)}>
              <strong>
                {nameOf({
                  authorWorkspaceId: message.quotedAuthorWorkspaceId,
                  authorName: message.quotedAuthorName,
                  isOwn: message.isQuotedOwn,
                })}
              </strong>{' '}
              {formatMessagePreview({ text: message.quotedText, files: message.quotedFiles ?? 0 })}
            </button>
          )}
          {(message.text !== '' || message.files.length === 0) && (
            <p className={classes.text} data-erased={message.erasedAt !== null || undefined} dir="auto">
              {formatLoadedMessagePreview(message)}
            </p>
          )}
          <MessageFiles files={message.files} />
        </div>
        {message.erasedAt === null && (
          <div className={classes.tools}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={isOwn ? 'Quote your message' : `Quote message from ${name}`}
              onClick={() => onQuote(message)}
            >
              <Reply size={15} aria-hidden />
            </ActionIcon>
            {!isOwn && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={`Report message from ${name}`}
                onClick={() => onReport(message)}
              >
                <Flag size={15} aria-hidden />
              </ActionIcon>
            )}
          </div>
        )}
      </div>
      {isSeen && <p className={classes.seen}>Read</p>}
    </li>
  );
}

function UnsentMessageItem({ message, thread }: { message: UnsentMessage; thread: Shown }) {
  return (
    <li className={classes.said} data-own>
      <div className={classes.row}>
        <div className={classes.bubble} data-unsent>
          {message.quoted !== null && <p className={classes.quote}>{formatLoadedMessagePreview(message.quoted)}</p>}
          {message.text !== '' && (
            <p className={classes.text} dir="auto">
              {message.text}
            </p>
          )}
          {message.files.map(({ id, name }) => (
            <p key={id} className={classes.text}>
              {name}
            </p>
          ))}
        </div>
      </div>
      {message.failure === null ? (
        <p className={classes.seen}>Sending…</p>
      ) : (
        <div className={classes.failed} role="alert">
          <span>
            <Ban size={14} aria-hidden /> {message.failure}
          </span>
          <Button variant="subtle" size="sm" onClick={() => thread.retry(message)}>
            Try again
          </Button>
          <Button variant="subtle" size="sm" color="gray" onClick={() => thread.drop(message)}>
            Discard
          </Button>
        </div>
      )}
    </li>
  );
}

const ThreadSkeleton = () => (
  <Stack gap="md">
    <VisuallyHidden>Loading the messages</VisuallyHidden>
    <Skeleton height={44} width="55%" radius="lg" />
    <Skeleton height={64} width="62%" radius="lg" style={{ marginInlineStart: 'auto' }} />
    <Skeleton height={44} width="40%" radius="lg" />
  </Stack>
);
