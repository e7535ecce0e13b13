/**
 * Manages the threads that contact messages start. Staff answer by email, and the sender replies through a link in
 * that email.
 */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { LIMITS, formatThreadReference, type ThreadListInput } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { sendMail } from '../mail/mail.service.ts';
import { findPublicLinkSubject } from '../mail/links.service.ts';
import {
  countOpenThreads,
  countContactReplies,
  findContactMessage,
  insertContactReply,
  listContactMessages,
  listContactReplies,
  lockContactMessage,
  updateContactMessage,
} from './support.sql.ts';

export const getThreadsPage = async (deps: Deps, input: ThreadListInput) =>
  toPage(await listContactMessages(deps.db, input, parseCursor(input.cursor)), (row) => row.createdAt);

export const getOpenThreadCount = (db: Db): Promise<number> => countOpenThreads(db);

export async function getThreadForStaff(deps: Deps, id: string) {
  const message = await findContactMessage(deps.db, id);
  if (!message) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  return { ...message, replies: await listContactReplies(deps.db, id) };
}

async function assertThreadNotFull(db: Transaction<Database>, id: string): Promise<void> {
  if ((await countContactReplies(db, id)) >= LIMITS.contactReplies) throw new Failure('THREAD_FULL');
}

/**
 * Adds staff's answer and emails it to the sender with a link for replying. Throws ADMIN_SUBJECT_NOT_FOUND or
 * THREAD_FULL.
 */
export async function answerThread(
  deps: Deps,
  actor: Actor,
  { id, text }: { id: string; text: string },
): Promise<void> {
  await runIdempotently(deps, actor, 'admin.answerMessage', { id, text }, async (tx) => {
    const thread = await lockContactMessage(tx.db, id);
    if (!thread) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    await assertThreadNotFull(tx.db, id);
    const at = deps.now();
    const reply = await insertContactReply(tx.db, { messageId: id, staffPersonId: actor.id, text, at });
    await updateContactMessage(tx.db, id, { status: 'answered', answeredAt: at, answeredByPersonId: actor.id });
    await sendMail(tx, {
      kind: 'contact_answer',
      subject: reply.id,
      to: { address: thread.email },
      data: {
        subjectId: id,
        reference: formatThreadReference(thread.number),
        category: thread.category,
        answer: text,
      },
      at,
    });
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'contact.answered',
      subjectKind: 'contact_message',
      subjectId: id,
      subjectLabel: thread.subject,
      reason: text.slice(0, LIMITS.staffNote),
      before: { status: thread.status },
      after: { status: 'answered' },
      at,
    });
  });
}

/**
 * Closes a thread with an internal note. The sender gets no email. Throws ADMIN_SUBJECT_NOT_FOUND or
 * ADMIN_ACTION_STALE.
 */
export async function closeThread(deps: Deps, actor: Actor, { id, note }: { id: string; note: string }): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const thread = await lockContactMessage(tx.db, id);
    if (!thread) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (thread.status === 'closed') throw new Failure('ADMIN_ACTION_STALE');
    const at = deps.now();
    await updateContactMessage(tx.db, id, {
      status: 'closed',
      answeredAt: at,
      answeredByPersonId: actor.id,
      answerNote: note,
    });
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'contact.closed',
      subjectKind: 'contact_message',
      subjectId: id,
      subjectLabel: thread.subject,
      reason: note,
      before: { status: thread.status },
      after: { status: 'closed' },
      at,
    });
  });
}

/**
 * Returns a thread to its sender, identified by the token in an email's link. Throws LINK_INVALID or
 * TOO_MANY_REQUESTS.
 */
export async function getThreadByLink(ctx: Ctx, { token }: { token: string }) {
  const id = await openThreadLink(ctx, token);
  const message = await findContactMessage(ctx.deps.db, id);
  if (!message) throw new Failure('LINK_INVALID');
  const replies = await listContactReplies(ctx.deps.db, id);
  return {
    reference: formatThreadReference(message.number),
    status: message.status,
    subject: message.subject,
    category: message.category,
    message: message.message,
    createdAt: message.createdAt,
    // The sender must not see which staff member answered.
    replies: replies.map(({ id: replyId, text, at, isStaff }) => ({ id: replyId, text, at, isStaff })),
  };
}

/**
 * Adds the sender's reply. This reopens the thread, even if it was closed. Throws LINK_INVALID, THREAD_FULL or
 * TOO_MANY_REQUESTS.
 */
export async function replyByLink(ctx: Ctx, { token, text }: { token: string; text: string }) {
  const id = await openThreadLink(ctx, token);
  const limit = async () => {
    await enforceRateLimit(ctx.deps, 'contact', ctx.request.ip);
    await enforceRateLimit(ctx.deps, 'thread', id);
  };
  await runIdempotently(
    ctx.deps,
    { ...ctx.user, idempotencyKey: ctx.request.idempotencyKey },
    { name: 'support.reply', limit },
    { id, text },
    async (tx) => {
      const thread = await lockContactMessage(tx.db, id);
      if (!thread) throw new Failure('LINK_INVALID');
      await assertThreadNotFull(tx.db, id);
      const at = ctx.deps.now();
      const reply = await insertContactReply(tx.db, { messageId: id, staffPersonId: null, text, at });
      await updateContactMessage(tx.db, id, { status: 'open', ...(thread.status !== 'open' && { reopenedAt: at }) });
      await sendMail(tx, {
        kind: 'contact_reply',
        subject: reply.id,
        to: 'operator',
        data: {
          reference: formatThreadReference(thread.number),
          name: thread.name,
          email: thread.email,
          subject: thread.subject,
          message: text,
        },
        at,
      });
    },
  );
  return getThreadByLink(ctx, { token });
}

async function openThreadLink(ctx: Ctx, token: string): Promise<string> {
  await enforceRateLimit(ctx.deps, 'mail link', ctx.request.ip);
  const id = await findPublicLinkSubject(ctx.deps, 'thread', token);
  if (id === undefined) throw new Failure('LINK_INVALID');
  return id;
}
