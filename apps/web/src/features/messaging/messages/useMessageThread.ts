/**
 * Manages an open conversation: loaded messages, unsent messages and updates from the live stream. Messages are
 * requested by number, so none are lost or repeated if the stream is interrupted.
 */
import { TYPING_SHOWN_MS, TYPING_SIGNAL_INTERVAL_MS } from '@marquee/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveEvents } from '../../../liveStream.ts';
import { getErrorMessage } from '../../../lib/errors.ts';
import { queryUtils, trpc, trpcClient } from '../../../trpc.ts';
import {
  toConversationRef,
  createClientId,
  type MessageConversation,
  type ConversationMessage,
  type SentFile,
  type UnsentMessage,
} from './message.ts';
import { MESSAGES_NOT_LOADED } from './messages.words.ts';

interface LoadedMessages {
  items: readonly ConversationMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
}

const NO_MESSAGES: LoadedMessages = { items: [], hasOlder: false, hasNewer: false };
/**
 * The maximum number of pages to load after an interruption of the live stream. If more messages were missed, only
 * the newest page is loaded.
 */
const MAX_CATCH_UP_PAGES = 5;
const MESSAGES_AROUND = 20;

/** Merges two lists, removing duplicates and sorting by message number. */
function mergeMessages(
  one: readonly ConversationMessage[],
  other: readonly ConversationMessage[],
): ConversationMessage[] {
  const byNumber = new Map([...one, ...other].map((message) => [message.number, message]));
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number);
}

export function useMessageThread(conversation: MessageConversation) {
  const conversationRef = toConversationRef(conversation);
  const [id, setId] = useState(conversation.id);
  const [loaded, setLoaded] = useState<LoadedMessages | null>(conversation.id === null ? NO_MESSAGES : null);
  const [failure, setFailure] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<readonly UnsentMessage[]>([]);
  const [isTyping, setTyping] = useState(false);
  const [arrived, setArrived] = useState<readonly ConversationMessage[]>([]);
  const current = useRef({ id, loaded });
  useEffect(() => {
    current.current = { id, loaded };
  });

  const show = useCallback((change: (before: LoadedMessages) => LoadedMessages) => {
    // Sets the ref as well, because requests that start before the next render must already use the new messages.
    const next = change(current.current.loaded ?? NO_MESSAGES);
    current.current.loaded = next;
    setLoaded(next);
    setUnsent((before) => before.filter((each) => !next.items.some(({ clientId }) => clientId === each.clientId)));
  }, []);

  const loadNewest = useCallback(async () => {
    const { id: conversationId } = current.current;
    if (conversationId === null) return;
    try {
      const { items, hasMore } = await trpcClient.messages.page.query({ id: conversationId });
      show(() => ({ items, hasOlder: hasMore, hasNewer: false }));
      setFailure(null);
    } catch (error) {
      setFailure(getErrorMessage(error, MESSAGES_NOT_LOADED));
    }
  }, [show]);

  const isCatching = useRef(false);
  const isAskedAgain = useRef(false);
  /**
   * Loads the messages after the last known number. Only one call runs at a time. If an update arrives during a
   * request, sends another request.
   */
  const catchUp = useCallback(async () => {
    isAskedAgain.current = true;
    if (isCatching.current) return;
    isCatching.current = true;
    for (let pages = 0; isAskedAgain.current; pages++) {
      isAskedAgain.current = false;
      try {
        const { id: conversationId, loaded: before } = current.current;
        if (conversationId === null || before === null || before.hasNewer) break;
        const after = before.items.at(-1)?.number ?? 0;
        const { items, hasMore } = await trpcClient.messages.page.query({ id: conversationId, after });
        if (items.length > 0) {
          show((now) => ({ ...now, items: mergeMessages(now.items, items) }));
          setArrived(items);
        }
        if (hasMore && pages >= MAX_CATCH_UP_PAGES) {
          await loadNewest();
          break;
        }
        isAskedAgain.current ||= hasMore;
      } catch {
        // Ignores the error, because the live stream sends a new update after it reconnects.
      }
    }
    isCatching.current = false;
  }, [loadNewest, show]);

  useEffect(() => {
    if (current.current.loaded === null) void loadNewest();
  }, [loadNewest]);

  const typingUntil = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stopTyping = () => {
    clearTimeout(typingUntil.current);
    setTyping(false);
  };
  useEffect(() => () => clearTimeout(typingUntil.current), []);

  const refreshConversation = () => void queryUtils.messages.conversation.invalidate();
  useLiveEvents((event) => {
    if (event.kind === 'hello' || event.kind === 'reload') {
      void (current.current.loaded === null ? loadNewest() : catchUp());
      return refreshConversation();
    }
    // The conversation did not exist when the page was opened, and the other party has just started it.
    if (current.current.id === null) return event.kind === 'message' ? refreshConversation() : undefined;
    if (event.id !== current.current.id) return;
    if (event.kind === 'typing') {
      setTyping(true);
      clearTimeout(typingUntil.current);
      typingUntil.current = setTimeout(() => setTyping(false), TYPING_SHOWN_MS);
    } else if (event.kind === 'message') {
      stopTyping();
      if (event.number > (current.current.loaded?.items.at(-1)?.number ?? 0)) void catchUp();
    } else if (event.kind === 'read') refreshConversation();
  });
  useEffect(() => {
    if (conversation.id === null || current.current.id !== null) return;
    current.current.id = conversation.id;
    setId(conversation.id);
    void catchUp();
  }, [conversation.id, catchUp]);

  // Sends messages one at a time, so that they arrive in the order in which they were written.
  const line = useRef<Promise<void>>(Promise.resolve());
  const post = (message: UnsentMessage) => {
    const deliver = async () => {
      try {
        const { clientId, text, quoted, files } = message;
        const to = current.current.id === null ? conversationRef : { id: current.current.id };
        const sentMessage = await trpcClient.messages.send.mutate({
          to,
          clientId,
          text,
          ...(quoted && { quoted: quoted.number }),
          files: files.map((file) => file.id),
        });
        if (current.current.id === null) {
          current.current.id = sentMessage.conversationId;
          setId(sentMessage.conversationId);
          refreshConversation();
        }
        const { loaded: before } = current.current;
        const follows = (before?.items.at(-1)?.number ?? 0) === sentMessage.message.number - 1;
        if (follows && before?.hasNewer !== true)
          show((now) => ({ ...now, items: mergeMessages(now.items, [sentMessage.message]) }));
        else {
          setUnsent((all) => all.filter((each) => each.clientId !== clientId));
          await (before?.hasNewer === true ? loadNewest() : catchUp());
        }
        void queryUtils.messages.list.invalidate();
      } catch (error) {
        const words = getErrorMessage(error, 'This message was not sent');
        setUnsent((all) =>
          all.map((each) => (each.clientId === message.clientId ? { ...each, failure: words } : each)),
        );
      }
    };
    line.current = line.current.then(deliver);
  };
  const send = (text: string, quoted: ConversationMessage | null, files: readonly SentFile[]) => {
    const message = { clientId: createClientId(), text, quoted, files, at: new Date().toISOString(), failure: null };
    setUnsent((all) => [...all, message]);
    post(message);
  };
  const retry = (message: UnsentMessage) => {
    const again = { ...message, failure: null };
    setUnsent((all) => all.map((each) => (each.clientId === message.clientId ? again : each)));
    post(again);
  };
  const drop = ({ clientId }: UnsentMessage) => setUnsent((all) => all.filter((each) => each.clientId !== clientId));

  const older = async () => {
    const first = current.current.loaded?.items[0]?.number;
    if (id === null || first === undefined) return;
    const { items, hasMore } = await trpcClient.messages.page.query({ id, before: first });
    show((now) => ({ ...now, items: mergeMessages(items, now.items), hasOlder: hasMore }));
  };
  const newer = async () => {
    const last = current.current.loaded?.items.at(-1)?.number;
    if (id === null || last === undefined) return;
    const { items, hasMore } = await trpcClient.messages.page.query({ id, after: last });
    show((now) => ({ ...now, items: mergeMessages(now.items, items), hasNewer: hasMore }));
  };
  const goTo = async (number: number) => {
    if (id === null || current.current.loaded?.items.some((each) => each.number === number)) return;
    const [before, after] = await Promise.all([
      trpcClient.messages.page.query({ id, before: number + 1 }),
      trpcClient.messages.page.query({ id, after: number }),
    ]);
    show(() => ({
      items: mergeMessages(before.items.slice(-MESSAGES_AROUND), after.items),
      hasOlder: before.hasMore || before.items.length > MESSAGES_AROUND,
      hasNewer: after.hasMore,
    }));
  };

  const toldTyping = useRef(-Infinity);
  const tellTyping = () => {
    if (id === null || performance.now() - toldTyping.current < TYPING_SIGNAL_INTERVAL_MS) return;
    toldTyping.current = performance.now();
    trpcClient.messages.announceTyping.mutate({ id }).catch(() => {});
  };

  const read = trpc.messages.markRead.useMutation();
  const readUpTo = useRef(conversation.readNumber);
  const { mutate: sendRead } = read;
  const markRead = useCallback(
    (number: number) => {
      const { id: conversationId } = current.current;
      if (conversationId === null || number <= readUpTo.current) return;
      readUpTo.current = number;
      sendRead({ id: conversationId, number });
    },
    [sendRead],
  );

  return {
    id,
    loaded,
    failure,
    unsent,
    arrived,
    isTyping,
    loadNewest,
    older,
    newer,
    goTo,
    send,
    retry,
    drop,
    tellTyping,
    markRead,
  };
}

export type MessageThreadState = ReturnType<typeof useMessageThread>;
