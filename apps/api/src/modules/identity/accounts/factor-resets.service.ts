/**
 * Removes lost second factors of a user. One staff member requests it, another one approves it, and the user gets an
 * email and at least three days to stop it. A sign-in with a factor stops it, too.
 */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@marquee/time';
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
  findFactorReset,
  insertFactorReset,
  lockFactorReset,
  lockFactorResetByPerson,
  updateFactorReset,
} from './factor-resets.sql.ts';

/** The least time from the request and from the approval to the removal, in which the user can stop it. */
const RESET_DELAY_MS = 72 * HOUR_MS;
const APPROVAL_DELAY_MS = 24 * HOUR_MS;

const computeRemovalTime = ({ requestedAt, approvedAt }: { requestedAt: Date; approvedAt: Date | null }): Date =>
  new Date(
    Math.max(
      requestedAt.getTime() + RESET_DELAY_MS,
      approvedAt === null ? 0 : approvedAt.getTime() + APPROVAL_DELAY_MS,
    ),
  );

/** Returns the open request to remove a user's factors, with the time of the removal, or null. */
export async function getFactorReset(db: Db, personId: PersonId) {
  const reset = await findFactorReset(db, personId);
  return reset === undefined ? null : { ...reset, removalAt: computeRemovalTime(reset) };
}

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
    const resetId = await insertFactorReset(tx.db, {
      personId: id,
      reason,
      requestedByPersonId: actor.id,
      requestedAt: at,
    });
    if (resetId === undefined) throw new Failure('ADMIN_ACTION_STALE');
    const removalAt = computeRemovalTime({ requestedAt: at, approvedAt: null });
    await sendSecurityMails(tx, id, {
      kind: 'factor_reset_requested',
      subject: resetId,
      data: { at: removalAt.toISOString() },
      at,
    });
    tx.enqueue('auth.reset_factors', { resetId }, { runAt: removalAt });
    await recordResetAction(tx.db, deps, actor, account, 'factors.reset_requested', reason);
  });
}

/**
 * Approves the removal of a user's factors. Throws ADMIN_ACTION_STALE (no open request, or already approved) or
 * FACTOR_RESET_OWN (the same staff member requested it).
 */
export async function approveFactorReset(
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const account = await lockAccount(tx.db, id);
    if (!account) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    const reset = await lockFactorResetByPerson(tx.db, id);
    if (!reset || reset.approvedAt !== null) throw new Failure('ADMIN_ACTION_STALE');
    if (reset.requestedByPersonId === actor.id) throw new Failure('FACTOR_RESET_OWN');
    const at = deps.now();
    await updateFactorReset(tx.db, reset.id, { approvedByPersonId: actor.id, approvedAt: at });
    const removalAt = computeRemovalTime({ ...reset, approvedAt: at });
    tx.enqueue('auth.reset_factors', { resetId: reset.id }, { runAt: removalAt });
    // After a late approval, the time in the first email is no longer right.
    if (removalAt > computeRemovalTime(reset))
      await sendSecurityMails(tx, id, {
        kind: 'factor_reset_requested',
        subject: `${reset.id}:approved`,
        data: { at: removalAt.toISOString() },
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
  { by, at }: { by: string | null; at: Date },
): Promise<boolean> {
  const reset = await lockFactorResetByPerson(db, personId);
  if (!reset) return false;
  await updateFactorReset(db, reset.id, { cancelledAt: at, cancelledByPersonId: by });
  return true;
}

/** Job: removes the factors if the request is approved and its delay is over. */
export async function runFactorReset(deps: Deps, resetId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const reset = await lockFactorReset(tx.db, resetId);
    // An unapproved request stays open, and its approval enqueues this job again.
    if (reset === undefined || reset.approvedAt === null) return;
    const removalAt = computeRemovalTime(reset);
    const at = deps.now();
    if (removalAt > at) return tx.enqueue('auth.reset_factors', { resetId }, { runAt: removalAt });
    await updateFactorReset(tx.db, resetId, { doneAt: at });
    if ((await endAllSessions(tx, reset.personId)) === undefined) return;
    await removeAllFactors(tx.db, reset.personId, at);
    await sendSecurityMails(tx, reset.personId, { kind: 'factors_reset', subject: randomUUID(), data: {}, at });
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
