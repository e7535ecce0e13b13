/**
 * Manages conversations: one for each pair of a brand and a creator, and one for each paid booking. Messages are
 * numbered under a lock of the conversation's row. Each participant's row stores the last message that they can see and
 * the last one that they have read.
 */
import type { Actor } from '../../../core/actor.ts';
import {
  LIMITS,
  type BlockChange,
  type ConversationRef,
  type ConversationListInput,
  type MessagePageInput,
  type MessageSearch,
  type NewMessage,
} from '@marquee/validation';
import { TYPING_SIGNAL_INTERVAL_MS, type WorkspaceId } from '@marquee/contracts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { parseCursor, PAGE_SIZE, toPage } from '../../../core/paging.ts';
import { enforceRateLimit, tryRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { attachFilesToMessage } from '../../booking/files/files.service.ts';
import {
  findMessage,
  findSentMessage,
  insertMessage,
  listMatchingMessages,
  listMessagesAfter,
  listMessagesBefore,
  MESSAGES_PER_PAGE,
  type MessageRow,
} from './messages.sql.ts';
import { incrementUnreadMessages, countUnreadMessages, sumUnreadMessages } from './unread.sql.ts';
import {
  deleteMessageBlock,
  findAnyConversation,
  findBookingSides,
  findConversation,
  findConversationBySides,
  findOtherWorkspace,
  findBookingPackageName,
  findPaidBookingBySides,
  findWorkspaceByAnyUsername,
  findConversationSides,
  insertMessageBlock,
  insertConversation,
  listMessageBlocks,
  listConversations,
  lockConversation,
  lockConversationParticipant,
  setLastMessageNumber,
  updateConversationParticipant,
  type ConversationSides,
} from './conversations.sql.ts';
import { computeFirstPushTime, REMINDER_DELAY_MS } from './reminders.service.ts';

type ResolvedConversation = { id: string; sides: ConversationSides } | { id: null; sides: ConversationSides };

/**
 * Finds a conversation of the caller. If it does not exist yet, returns its two sides. Only brands can start a
 * conversation without a booking. Throws CONVERSATION_NOT_FOUND.
 */
async function resolveConversation(
  deps: Deps,
  actor: Actor,
  conversationRef: ConversationRef,
): Promise<ResolvedConversation> {
  if ('id' in conversationRef) {
    const conversationSides = await findConversationSides(deps.db, conversationRef.id, actor.workspaceId);
    if (!conversationSides) throw new Failure('CONVERSATION_NOT_FOUND');
    return { id: conversationSides.id, sides: conversationSides };
  }
  const sides =
    'bookingId' in conversationRef
      ? await findBookingSides(deps.db, conversationRef.bookingId, actor.workspaceId)
      : await findSidesWithUser(deps, actor, conversationRef.username);
  if (!sides) throw new Failure('CONVERSATION_NOT_FOUND');
  const id = (await findConversationBySides(deps.db, sides))?.id ?? null;
  const mayBegin = sides.bookingId !== null || actor.workspaceId === sides.brandId;
  if (id === null && !mayBegin) throw new Failure('CONVERSATION_NOT_FOUND');
  return { id, sides };
}

async function findSidesWithUser({ db }: Deps, user: Actor, username: string): Promise<ConversationSides | undefined> {
  const other = await findWorkspaceByAnyUsername(db, username);
  if (!other || other.userType === user.userType) return undefined;
  return user.userType === 'brand'
    ? { brandId: user.workspaceId, creatorId: other.id, bookingId: null }
    : { brandId: other.id, creatorId: user.workspaceId, bookingId: null };
}

const getOtherWorkspaceId = (
  { creatorId, brandId }: Pick<ConversationSides, 'creatorId' | 'brandId'>,
  workspaceId: WorkspaceId,
) => (workspaceId === creatorId ? brandId : creatorId);

/** Returns the blocks in both directions. The caller must never learn that the other side has blocked them. */
async function getBlocksBetween(db: Db, own: WorkspaceId, other: WorkspaceId) {
  const blocks = await listMessageBlocks(db, own, other);
  return {
    isBlocked: blocks.some(({ blockerWorkspaceId }) => blockerWorkspaceId === own),
    isUnheard: blocks.some(({ blockerWorkspaceId }) => blockerWorkspaceId === other),
  };
}

/** Lists the caller's conversations, latest first. `search` filters a limited number of the latest ones by name. */
export async function listOwnConversations(deps: Deps, actor: Actor, input: ConversationListInput) {
  const rows = await listConversations(deps.db, actor.workspaceId, input, parseCursor(input.cursor));
  return toPage(rows, (row) => row.lastAt);
}

/**
 * Returns the number of the caller's unread messages. If there are more than `LIMITS.maxUnreadCount`, returns
 * `LIMITS.maxUnreadCount` + 1.
 */
export async function getUnreadMessageCount({ db }: Deps, user: Actor): Promise<{ count: number }> {
  const { count } = await sumUnreadMessages(db, user.workspaceId);
  return { count: Math.min(count, LIMITS.maxUnreadCount + 1) };
}

/**
 * Returns a conversation from the caller's point of view. Its id is null until the first message is sent. Throws
 * CONVERSATION_NOT_FOUND.
 */
export async function getConversation(deps: Deps, actor: Actor, conversationRef: ConversationRef) {
  const { id, sides } = await resolveConversation(deps, actor, conversationRef);
  const otherId = getOtherWorkspaceId(sides, actor.workspaceId);
  const { isBlocked } = await getBlocksBetween(deps.db, actor.workspaceId, otherId);
  const conversation = id === null ? undefined : await findConversation(deps.db, id, actor.workspaceId);
  if (conversation) return { ...conversation, isBlocked };
  const other = await findOtherWorkspace(deps.db, otherId);
  if (!other) throw new Failure('CONVERSATION_NOT_FOUND');
  const booking = sides.bookingId === null ? undefined : await findBookingPackageName(deps.db, sides.bookingId);
  return {
    ...other,
    id: null,
    bookingId: sides.bookingId,
    packageName: booking?.packageName ?? null,
    lastNumber: 0,
    lastAt: null,
    readNumber: 0,
    unread: 0,
    otherReadNumber: 0,
    isBlocked,
  };
}

/**
 * Returns a message without the ids of the people who wrote it and the message that it quotes. `isOwn` tells whether
 * the caller wrote it, and `authorName` how to name another person of either side: null for the side's usual name.
 */
function toReadersMessage(user: Actor, { authorPersonId, quotedAuthorPersonId, ...message }: MessageRow) {
  const wrote = (authorWorkspaceId: WorkspaceId | null, by: string | null) =>
    authorWorkspaceId === user.workspaceId && (by === null || by === user.id);
  return {
    ...message,
    isOwn: wrote(message.authorWorkspaceId, authorPersonId),
    isQuotedOwn: wrote(message.quotedAuthorWorkspaceId, quotedAuthorPersonId),
  };
}

/**
 * Returns a page of messages, oldest first. The page contains the latest messages, or those before or after a
 * message number. `hasMore` tells whether there are more in the requested direction. Throws CONVERSATION_NOT_FOUND.
 */
export async function getMessagesPage(deps: Deps, actor: Actor, { id, before, after }: MessagePageInput) {
  if (!(await findConversationSides(deps.db, id, actor.workspaceId))) throw new Failure('CONVERSATION_NOT_FOUND');
  const rows =
    after === undefined
      ? await listMessagesBefore(deps.db, id, actor.workspaceId, before ?? LIMITS.conversation + 1)
      : await listMessagesAfter(deps.db, id, actor.workspaceId, after);
  const items = rows.slice(0, MESSAGES_PER_PAGE).map((row) => toReadersMessage(actor, row));
  return { items: after === undefined ? items.toReversed() : items, hasMore: rows.length > MESSAGES_PER_PAGE };
}

/**
 * Returns the messages of a conversation that contain every search term. Throws CONVERSATION_NOT_FOUND or
 * TOO_MANY_REQUESTS.
 */
export async function searchMessages(deps: Deps, actor: Actor, { id, search, before }: MessageSearch) {
  if (!(await findConversationSides(deps.db, id, actor.workspaceId))) throw new Failure('CONVERSATION_NOT_FOUND');
  await enforceRateLimit(deps, 'message search', actor.id);
  const rows = await listMatchingMessages(deps.db, id, actor.workspaceId, search, before ?? LIMITS.conversation + 1);
  return {
    items: rows.slice(0, PAGE_SIZE).map((row) => toReadersMessage(actor, row)),
    hasMore: rows.length > PAGE_SIZE,
  };
}

/**
 * Sends a message, and creates the conversation if there is none. If a message with this `clientId` was already
 * sent, returns that message. A blocked user can send as usual, but the other side does not see the message. Throws
 * CONVERSATION_NOT_FOUND, CONVERSATION_FULL, MESSAGE_READER_GONE, MESSAGE_READER_BLOCKED, MESSAGE_QUOTED_GONE,
 * FILE_NOT_READY, FILES_UNCONFIRMED (the caller's address is not verified and the two sides have no paid booking),
 * CONVERSATION_FILES_FULL, MESSAGE_NEW_PEOPLE, MESSAGES_BEFORE_BOOKING or MESSAGES_TOO_MANY.
 */
export async function sendMessage(deps: Deps, actor: Actor, input: NewMessage) {
  const sentMessage = await findSentMessage(deps.db, actor.workspaceId, input.clientId);
  if (sentMessage) return getSentMessage(deps, actor, sentMessage);
  const { id: conversationId, sides } = await resolveConversation(deps, actor, input.to);
  const other = await findOtherWorkspace(deps.db, getOtherWorkspaceId(sides, actor.workspaceId));
  if (!other || other.otherDeletedAt !== null) throw new Failure('MESSAGE_READER_GONE');
  if (input.files.length > 0 && actor.emailVerifiedAt === null && !(await findPaidBookingBySides(deps.db, sides)))
    throw new Failure('FILES_UNCONFIRMED');
  await enforceSendingLimits(deps, actor, conversationId, sides);
  const place = await inTransaction(deps, async (tx) => {
    const id = conversationId ?? (await insertConversation(tx.db, sides, deps.now()));
    return appendMessage(tx, deps, actor, id, input);
  });
  return getSentMessage(deps, actor, place);
}

async function appendMessage(tx: UnitOfWork, deps: Deps, actor: Actor, id: string, input: NewMessage) {
  const conversation = await lockConversation(tx.db, id, actor.workspaceId);
  if (!conversation) throw new Failure('CONVERSATION_NOT_FOUND');
  // Check again, because a concurrent request may have sent this message before this one acquired the lock.
  const sentMessage = await findSentMessage(tx.db, actor.workspaceId, input.clientId);
  if (sentMessage) return sentMessage;
  if (conversation.lastNumber >= LIMITS.conversation) throw new Failure('CONVERSATION_FULL');
  const other = getOtherWorkspaceId(conversation, actor.workspaceId);
  const { isBlocked, isUnheard } = await getBlocksBetween(tx.db, actor.workspaceId, other);
  if (isBlocked) throw new Failure('MESSAGE_READER_BLOCKED');
  if (input.quoted !== undefined && !(await findMessage(tx.db, id, actor.workspaceId, input.quoted)))
    throw new Failure('MESSAGE_QUOTED_GONE');
  const at = deps.now();
  const number = conversation.lastNumber + 1;
  await setLastMessageNumber(tx.db, id, number);
  await insertMessage(tx.db, {
    conversationId: id,
    number,
    authorWorkspaceId: actor.workspaceId,
    authorPersonId: actor.id,
    clientId: input.clientId,
    announcement: null,
    text: input.text,
    files: input.files.length,
    quoted: input.quoted ?? null,
    isDelivered: !isUnheard,
    at,
  });
  await attachFilesToMessage(tx.db, { authorWorkspaceId: actor.workspaceId, conversationId: id, number }, input.files);
  await updateConversationParticipant(tx.db, id, actor.workspaceId, { lastNumber: number, lastAt: at });
  if (!isUnheard) {
    await incrementUnreadMessages(tx.db, id, other, { number, at });
    tx.enqueue(
      'messages.remind',
      { conversationId: id, workspaceId: other },
      { runAt: new Date(at.getTime() + REMINDER_DELAY_MS), isKept: true },
    );
    const pushAt = await computeFirstPushTime(tx.db, { workspaceId: other, bookingId: conversation.bookingId }, at);
    if (pushAt !== null)
      tx.enqueue('messages.push', { conversationId: id, workspaceId: other }, { runAt: pushAt, isKept: true });
  }
  tx.publishAfterCommit({
    kind: 'message',
    id,
    number,
    to: isUnheard ? [actor.workspaceId] : [actor.workspaceId, other],
  });
  return { conversationId: id, number };
}

async function getSentMessage(
  deps: Deps,
  actor: Actor,
  { conversationId, number }: { conversationId: string; number: number },
) {
  const message = await findMessage(deps.db, conversationId, actor.workspaceId, number);
  if (!message) throw new Failure('CONVERSATION_NOT_FOUND');
  return { conversationId, message: toReadersMessage(actor, message) };
}

/** Applies the rate limits for messages. Throws MESSAGES_TOO_MANY, MESSAGES_BEFORE_BOOKING or MESSAGE_NEW_PEOPLE. */
async function enforceSendingLimits(
  deps: Deps,
  actor: Actor,
  known: string | null,
  sides: ConversationSides,
): Promise<void> {
  if (!(await tryRateLimit(deps, 'message', actor.id))) throw new Failure('MESSAGES_TOO_MANY');
  if (sides.bookingId !== null || (await findPaidBookingBySides(deps.db, sides))) return;
  if (!(await tryRateLimit(deps, 'message before booking', actor.id))) throw new Failure('MESSAGES_BEFORE_BOOKING');
  if (known === null && !(await tryRateLimit(deps, 'new person', actor.id))) throw new Failure('MESSAGE_NEW_PEOPLE');
}

/** Marks the messages of a conversation up to `number` as read. Throws CONVERSATION_NOT_FOUND. */
export async function markConversationRead(
  deps: Deps,
  actor: Actor,
  { id, number: upTo }: { id: string; number: number },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    // Locks the conversation before the participant, like sending a message does, to avoid deadlocks.
    const conversation = await lockConversation(tx.db, id, actor.workspaceId);
    const participant = conversation && (await lockConversationParticipant(tx.db, id, actor.workspaceId));
    if (!conversation || !participant) throw new Failure('CONVERSATION_NOT_FOUND');
    const number = Math.min(upTo, conversation.lastNumber);
    if (number <= participant.readNumber) return;
    const readAt = deps.now();
    const { count: unread, since } = await countUnreadMessages(tx.db, id, actor.workspaceId, number);
    await updateConversationParticipant(tx.db, id, actor.workspaceId, {
      readNumber: number,
      readAt,
      unread,
      unreadSince: unread === 0 ? null : since,
      mailedAt: null,
    });
    const other = getOtherWorkspaceId(conversation, actor.workspaceId);
    const { isBlocked } = await getBlocksBetween(tx.db, actor.workspaceId, other);
    const to = isBlocked ? [actor.workspaceId] : [actor.workspaceId, other];
    tx.publishAfterCommit({ kind: 'read', id, number: readAt.getTime(), to });
  });
}

/** The time when each user was last announced as typing in a conversation, by user id and conversation id. */
const lastTypingSignals = new Map<string, number>();

const MAX_TYPING_ENTRIES = 10_000;

/** Tells the other side that the caller is typing, without storing anything. Throws CONVERSATION_NOT_FOUND. */
export async function announceTyping(deps: Deps, actor: Actor, { id }: { id: string }): Promise<void> {
  const key = `${actor.workspaceId} ${id}`;
  const now = performance.now();
  if (now - (lastTypingSignals.get(key) ?? -Infinity) < TYPING_SIGNAL_INTERVAL_MS * 0.8) return;
  const sides = await findConversationSides(deps.db, id, actor.workspaceId);
  if (!sides) throw new Failure('CONVERSATION_NOT_FOUND');
  if (lastTypingSignals.size >= MAX_TYPING_ENTRIES) lastTypingSignals.clear();
  lastTypingSignals.set(key, now);
  const other = getOtherWorkspaceId(sides, actor.workspaceId);
  const { isBlocked, isUnheard } = await getBlocksBetween(deps.db, actor.workspaceId, other);
  if (!isBlocked && !isUnheard) deps.live.publish({ kind: 'typing', id, number: 0, to: [other] });
}

/**
 * Blocks or unblocks a user that the caller has a conversation with. The blocked user is not informed, and messages
 * that they write while blocked stay hidden. Throws CONVERSATION_NOT_FOUND or TOO_MANY_REQUESTS.
 */
export async function setWorkspaceBlocked(
  deps: Deps,
  actor: Actor,
  { workspaceId, isBlocked }: BlockChange,
): Promise<void> {
  await enforceRateLimit(deps, 'block', actor.id);
  if (!(await findAnyConversation(deps.db, actor.workspaceId, workspaceId)))
    throw new Failure('CONVERSATION_NOT_FOUND');
  const pair = { blockerWorkspaceId: actor.workspaceId, blockedId: workspaceId };
  await inTransaction<unknown>(deps, (tx) =>
    isBlocked ? insertMessageBlock(tx.db, { ...pair, at: deps.now() }) : deleteMessageBlock(tx.db, pair),
  );
}
