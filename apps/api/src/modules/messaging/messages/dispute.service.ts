/** Lets staff read a booking's conversation while they decide a dispute about it. Each access is recorded. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { LIMITS } from '@marquee/validation';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { findAnnouncement, insertMessage, listAllMessagesBefore, MESSAGES_PER_PAGE } from './messages.sql.ts';
import {
  findConversationBySides,
  lockConversationByBooking,
  setLastMessageNumber,
  updateConversationParticipant,
} from './conversations.sql.ts';

/** The open dispute that staff have to decide, with its booking. */
interface DisputedBooking {
  id: string;
  bookingId: string;
  packageName: string;
  openedAt: Date;
}

/**
 * Returns a page of a disputed booking's conversation, oldest first. The page contains the latest messages, or those
 * before the message number `before`, including messages hidden by a block. Each request for the latest messages is
 * recorded, and the first one per dispute is announced in the conversation. Returns null if there is no
 * conversation. The caller checks that the user is staff and that the dispute is open.
 */
export async function readConversationForDispute(deps: Deps, actor: Actor, dispute: DisputedBooking, before?: number) {
  const { bookingId } = dispute;
  const unlockedConversation = await findConversationBySides(deps.db, { bookingId, creatorId: '', brandId: '' });
  if (!unlockedConversation) return null;
  if (before === undefined) await recordConversationReading(deps, actor, dispute);
  const rows = await listAllMessagesBefore(deps.db, unlockedConversation.id, before ?? LIMITS.conversation + 1);
  return { items: rows.slice(0, MESSAGES_PER_PAGE).toReversed(), hasMore: rows.length > MESSAGES_PER_PAGE };
}

async function recordConversationReading(deps: Deps, actor: Actor, dispute: DisputedBooking): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const at = deps.now();
    const conversation = await lockConversationByBooking(tx.db, dispute.bookingId);
    if (!conversation) return;
    const { id, creatorId, brandId } = conversation;
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'conversation.read',
      subjectKind: 'dispute',
      subjectId: dispute.id,
      subjectLabel: dispute.packageName,
      reason: 'To decide the dispute',
      before: {},
      after: { messages: conversation.lastNumber },
      at,
    });
    if (
      conversation.lastNumber >= LIMITS.conversation ||
      (await findAnnouncement(tx.db, id, 'staff_read', dispute.openedAt))
    )
      return;
    const number = conversation.lastNumber + 1;
    await setLastMessageNumber(tx.db, id, number);
    await insertMessage(tx.db, {
      conversationId: id,
      number,
      authorWorkspaceId: null,
      clientId: null,
      announcement: 'staff_read',
      text: '',
      quoted: null,
      isDelivered: true,
      at,
    });
    for (const workspaceId of [creatorId, brandId])
      await updateConversationParticipant(tx.db, id, workspaceId, { lastNumber: number, lastAt: at });
    tx.publishAfterCommit({ kind: 'message', id, number, to: [creatorId, brandId] });
  });
}
