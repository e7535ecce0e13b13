/** Closing an account to its owner, and opening it again. Only staff does it. */
import type { Transaction } from 'kysely';
import { recordAdminAction } from '../../core/admin-actions.ts';
import type { UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import { publishAfterCommit } from '../../core/live.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sendMail } from '../mail/mail.service.ts';
import { deleteSessionsByUser, lockUser, setSuspension } from './auth.sql.ts';

/**
 * Suspends an account and writes its owner why: every session ends, nobody signs in to it, its packages are not for
 * sale and it books nothing. What is running goes on by its own rules. Throws ADMIN_SUBJECT_NOT_FOUND,
 * ADMIN_ACTION_STALE (suspended already) or ADMIN_NOT_SUSPENDABLE (staff).
 */
export async function suspendUser(ctx: UserCtx, input: { id: string; reason: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { fullName, at } = await suspendAccount(tx, ctx, input);
    await sendMail(tx, {
      kind: 'account_suspended',
      subject: at.toISOString(),
      to: { userId: input.id },
      data: { fullName, reason: input.reason },
      at,
    });
  });
}

/** The same in the caller's transaction; writing to the owner is the caller's. */
export async function suspendAccount(
  tx: Transaction<Database>,
  ctx: Pick<UserCtx, 'user' | 'now'>,
  input: { id: string; reason: string },
): Promise<{ fullName: string; at: Date }> {
  const user = await lockUser(tx, input.id);
  if (!user) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  if (user.suspendedAt !== null) throw new Failure('ADMIN_ACTION_STALE');
  if (user.role === 'admin') throw new Failure('ADMIN_NOT_SUSPENDABLE');
  const at = ctx.now();
  await setSuspension(tx, user.id, { suspendedAt: at, suspendedReason: input.reason });
  await deleteSessionsByUser(tx, user.id);
  publishAfterCommit(tx, { kind: 'access', to: [user.id] });
  await recordAdminAction(tx, {
    actorId: ctx.user.id,
    action: 'user.suspended',
    subjectKind: 'user',
    subjectId: user.id,
    subjectLabel: user.fullName,
    reason: input.reason,
    before: { suspendedAt: null },
    after: { suspendedAt: at },
    at,
  });
  return { fullName: user.fullName, at };
}

/** Opens a suspended account again. Throws ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE (not suspended). */
export async function liftSuspension(ctx: UserCtx, input: { id: string; reason: string }): Promise<void> {
  await inTransaction(ctx.db, (tx) => reinstateAccount(tx, ctx, input));
}

/** The same in the caller's transaction. */
export async function reinstateAccount(
  tx: Transaction<Database>,
  ctx: Pick<UserCtx, 'user' | 'now'>,
  input: { id: string; reason: string },
): Promise<void> {
  const user = await lockUser(tx, input.id);
  if (!user) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  if (user.suspendedAt === null) throw new Failure('ADMIN_ACTION_STALE');
  const at = ctx.now();
  await setSuspension(tx, user.id, { suspendedAt: null, suspendedReason: null });
  await recordAdminAction(tx, {
    actorId: ctx.user.id,
    action: 'user.suspension_lifted',
    subjectKind: 'user',
    subjectId: user.id,
    subjectLabel: user.fullName,
    reason: input.reason,
    before: { suspendedAt: user.suspendedAt },
    after: { suspendedAt: null },
    at,
  });
  await sendMail(tx, {
    kind: 'suspension_lifted',
    subject: at.toISOString(),
    to: { userId: user.id },
    data: { fullName: user.fullName },
    at,
  });
}
