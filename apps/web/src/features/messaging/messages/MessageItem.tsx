import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { Ban, Flag, Reply } from 'lucide-react';
import {
  formatMessagePreview,
  formatLoadedMessagePreview,
  formatMessageTime,
  type MessageAuthor,
  type ConversationMessage,
  type UnsentMessage,
} from './message.ts';
import classes from './MessageThread.module.css';
import { MessageFiles } from './MessageFiles.tsx';
import type { MessageThreadState } from './useMessageThread.ts';

const getMessageElementId = (number: number) => `message-${number}`;

/** Scrolls to a loaded message of the open conversation, and moves the focus to it. */
export function scrollToMessage(number: number): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(getMessageElementId(number));
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  });
}

interface MessageItemProps {
  message: ConversationMessage;
  isOwn: boolean;
  isTogether: boolean;
  isSeen: boolean;
  nameOf: (author: MessageAuthor) => string;
  onQuote: (message: ConversationMessage) => void;
  onReport: (message: ConversationMessage) => void;
}

export function MessageItem({ message, isOwn, isTogether, isSeen, nameOf, onQuote, onReport }: MessageItemProps) {
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

/** Shows a message that is being sent or could not be sent. */
export function UnsentMessageItem({ message, thread }: { message: UnsentMessage; thread: MessageThreadState }) {
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
