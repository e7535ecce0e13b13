/** Lets staff read a booking's conversation while they decide a dispute about it. Each access is recorded. */
import { LIMITS } from '@marquee/validation';
import { recordAdminAction } from '../../core/admin-actions.ts';
import type { UserCtx } from '../../core/ctx.ts';
import { publishAfterCommit } from '../../core/live.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  findConversationOf,
  findSaid,
  insertMessage,
  listAllMessagesBefore,
  lockConversationOfBooking,
  MESSAGES,
  setLastNumber,
  updateMember,
} from './messages.sql.ts';

/** A dispute to decide, and its booking. */
interface Disputed {
  id: string;
  bookingId: string;
  packageName: string;
  openedAt: Date;
}

/**
 * Returns a page of a disputed booking's conversation, oldest first: the latest messages, or those before a number. It
 * includes messages that a blocked side wrote. Opening it is recorded, and announced in the conversation once per
 * dispute. Returns null if there is no conversation. The caller checks that the user is staff and that the dispute is
 * open.
 */
export async function readForDispute(ctx: UserCtx, dispute: Disputed, before?: number) {
  const { bookingId } = dispute;
  const found = await findConversationOf(ctx.db, { bookingId, creatorId: '', brandId: '' });
  if (!found) return null;
  if (before === undefined) await recordReading(ctx, dispute);
  const rows = await listAllMessagesBefore(ctx.db, found.id, before ?? LIMITS.conversation + 1);
  return { items: rows.slice(0, MESSAGES).toReversed(), hasMore: rows.length > MESSAGES };
}

async function recordReading(ctx: UserCtx, dispute: Disputed): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.now();
    const conversation = await lockConversationOfBooking(tx, dispute.bookingId);
    if (!conversation) return;
    const { id, creatorId, brandId } = conversation;
    await recordAdminAction(tx, {
      actorId: ctx.user.id,
      action: 'conversation.read',
      subjectKind: 'dispute',
      subjectId: dispute.id,
      subjectLabel: dispute.packageName,
      reason: 'To decide the dispute',
      before: {},
      after: { messages: conversation.lastNumber },
      at,
    });
    if (conversation.lastNumber >= LIMITS.conversation || (await findSaid(tx, id, 'staff_read', dispute.openedAt)))
      return;
    const number = conversation.lastNumber + 1;
    await setLastNumber(tx, id, number);
    await insertMessage(tx, {
      conversationId: id,
      number,
      authorId: null,
      clientId: null,
      said: 'staff_read',
      text: '',
      quoted: null,
      isHeard: true,
      at,
    });
    for (const userId of [creatorId, brandId]) await updateMember(tx, id, userId, { lastNumber: number, lastAt: at });
    publishAfterCommit(tx, { kind: 'message', id, number, to: [creatorId, brandId] });
  });
}
