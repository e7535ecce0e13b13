/**
 * Removes lost second factors of a user. One staff member requests it, another one approves it, and the user gets an
 * email and at least three days to stop it. A sign-in with a factor stops it, too.
 */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { removeAllFactors } from '../factors/factors.service.ts';
import { sendSecurityMails } from '../../messaging/mail/security-mails.service.ts';
import { endAllSessions } from './accounts.service.ts';
import { findWorkspaceForStaff, lockAccount, type LockedAccount } from './accounts.sql.ts';
import {
  approveStaffRequest,
  cancelStaffRequest,
  getStaffRequest,
  openStaffRequest,
  takeDueStaffRequest,
} from './staff-requests.service.ts';

/** Returns the open request to remove a user's factors, or null. */
export const getFactorReset = (db: Db, personId: PersonId, now: Date) =>
  getStaffRequest(db, { kind: 'factor_reset', personId }, now);

/**
 * Requests the removal of a user's factors and emails the user. Throws ADMIN_SUBJECT_NOT_FOUND,
 * FACTOR_RESET_NEEDLESS or ADMIN_ACTION_STALE (there is an open request).
 */
export async function requestFactorReset(
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const account = await lockAccount(tx.db, id);
    if (!account) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (!account.hasFactor) throw new Failure('FACTOR_RESET_NEEDLESS');
    const at = deps.now();
    const { id: resetId, dueAt } = await openStaffRequest(tx, {
      kind: 'factor_reset',
      personId: id,
      reason,
      requestedByPersonId: actor.id,
      requestedAt: at,
    });
    await sendSecurityMails(tx, id, {
      kind: 'factor_reset_requested',
      subject: resetId,
      data: { at: dueAt.toISOString() },
      at,
    });
    tx.enqueue('auth.reset_factors', { resetId }, { runAt: dueAt });
    await recordResetAction(tx.db, deps, actor, account, 'factors.reset_requested', reason);
  });
}

/**
 * Approves the removal of a user's factors. Throws ADMIN_ACTION_STALE (no open request, or already approved) or
 * STAFF_REQUEST_OWN (the same staff member requested it).
 */
export async function approveFactorReset(
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const account = await lockAccount(tx.db, id);
    if (!account) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    const at = deps.now();
    const subject = { kind: 'factor_reset', personId: account.id } as const;
    const { id: resetId, dueAt, isLater } = await approveStaffRequest(tx, subject, { by: actor.id, at });
    tx.enqueue('auth.reset_factors', { resetId }, { runAt: dueAt });
    // After a late approval, the time in the first email is no longer right.
    if (isLater)
      await sendSecurityMails(tx, id, {
        kind: 'factor_reset_requested',
        subject: `${resetId}:approved`,
        data: { at: dueAt.toISOString() },
        at,
      });
    await recordResetAction(tx.db, deps, actor, account, 'factors.reset_approved', reason);
  });
}

/** Stops the removal of a user's factors as staff. Throws ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE. */
export async function stopFactorReset(
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const account = await lockAccount(tx.db, id);
    if (!account) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (!(await cancelFactorReset(tx.db, id, { by: actor.id, at: deps.now() })))
      throw new Failure('ADMIN_ACTION_STALE');
    await recordResetAction(tx.db, deps, actor, account, 'factors.reset_stopped', reason);
  });
}

/** Stops the removal of the caller's own factors. Does nothing if there is no open request. */
export const stopOwnFactorReset = (deps: Deps, actor: Actor): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await cancelFactorReset(tx.db, actor.id, { by: null, at: deps.now() });
  });

/** Cancels a user's open request in the caller's transaction. Returns false if there is none. */
export async function cancelFactorReset(
  db: Transaction<Database>,
  personId: PersonId,
  { by, at }: { by: PersonId | null; at: Date },
): Promise<boolean> {
  return (await cancelStaffRequest(db, { kind: 'factor_reset', personId }, { by, at })) !== undefined;
}

/** Job: removes the factors if the request is approved, its delay is over, and both staff members still are staff. */
export async function runFactorReset(deps: Deps, resetId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const at = deps.now();
    const due = await takeDueStaffRequest(tx, resetId, at);
    if (due?.request === null) return tx.enqueue('auth.reset_factors', { resetId }, { runAt: due.dueAt });
    if (!due || due.isCancelled) return;
    const { personId } = due.request;
    if ((await endAllSessions(tx, personId)) === undefined) return;
    await removeAllFactors(tx.db, personId, at);
    await sendSecurityMails(tx, personId, { kind: 'factors_reset', subject: randomUUID(), data: {}, at });
  });
}

const recordResetAction = async (
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  account: Pick<LockedAccount, 'id' | 'fullName'>,
  action: 'factors.reset_requested' | 'factors.reset_approved' | 'factors.reset_stopped',
  reason: string,
) =>
  recordAdminAction(db, {
    actorPersonId: actor.id,
    action,
    subjectKind: 'user',
    subjectId: await findWorkspaceForStaff(db, account.id),
    subjectLabel: account.fullName,
    reason,
    before: {},
    after: {},
    at: deps.now(),
  });
