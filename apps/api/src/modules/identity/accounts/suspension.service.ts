import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import { Failure } from '../../../core/failures.ts';
import { getPersonChannel } from '../../../core/live.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { listPeopleOnlyIn, lockSuspension, setSuspension } from './accounts.sql.ts';
import { deleteSessionsByPerson } from './sessions.sql.ts';

/**
 * Suspends a workspace and emails its owners the reason. Its members can no longer act in it, and cannot sign in if
 * they have no other workspace. Its packages become unavailable. Bookings in progress continue. Throws
 * ADMIN_SUBJECT_NOT_FOUND, ADMIN_ACTION_STALE (already suspended) or ADMIN_NOT_SUSPENDABLE (staff).
 */
export async function suspendUser(deps: Deps, actor: Actor, input: { id: string; reason: string }): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { fullName, at } = await suspendAccount(tx, deps, actor, input);
    await sendMail(tx, {
      kind: 'account_suspended',
      subject: at.toISOString(),
      to: { workspaceId: input.id },
      data: { fullName, reason: input.reason },
      at,
    });
  });
}

/**
 * Suspends a workspace in the caller's transaction. The caller has to email the owners. Throws the same errors as
 * `suspendUser`.
 */
export async function suspendAccount(
  tx: UnitOfWork,
  deps: Pick<Deps, 'now'>,
  actor: Actor,
  input: { id: string; reason: string },
): Promise<{ fullName: string; at: Date }> {
  const user = await lockSuspension(tx.db, input.id);
  if (!user) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  if (user.suspendedAt !== null) throw new Failure('ADMIN_ACTION_STALE');
  if (user.hasStaff) throw new Failure('ADMIN_NOT_SUSPENDABLE');
  const at = deps.now();
  await setSuspension(tx.db, user.id, { suspendedAt: at, suspendedReason: input.reason });
  const people = await listPeopleOnlyIn(tx.db, user.id);
  for (const personId of people) await deleteSessionsByPerson(tx.db, personId);
  tx.publishAfterCommit({ kind: 'access', to: people.map(getPersonChannel) });
  await recordAdminAction(tx.db, {
    actorPersonId: actor.id,
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

/**
 * Reinstates a suspended workspace and emails its owners. Throws ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE (not
 * suspended).
 */
export async function liftSuspension(deps: Deps, actor: Actor, input: { id: string; reason: string }): Promise<void> {
  await inTransaction(deps, (tx) => reinstateAccount(tx, deps, actor, input));
}

/** Does the same as `liftSuspension` in the caller's transaction. */
export async function reinstateAccount(
  tx: UnitOfWork,
  deps: Pick<Deps, 'now'>,
  actor: Actor,
  input: { id: string; reason: string },
): Promise<void> {
  const user = await lockSuspension(tx.db, input.id);
  if (!user) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  if (user.suspendedAt === null) throw new Failure('ADMIN_ACTION_STALE');
  const at = deps.now();
  await setSuspension(tx.db, user.id, { suspendedAt: null, suspendedReason: null });
  await recordAdminAction(tx.db, {
    actorPersonId: actor.id,
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
    to: { workspaceId: user.id },
    data: { fullName: user.fullName },
    at,
  });
}
