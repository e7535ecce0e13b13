/** Exports and deletes a user's account across all modules. */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { DAY_MS, HOUR_MS } from '@marquee/time';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { DELETE_CONFIRMATION, type DeleteAccountInput } from '@marquee/validation';
import type { UserCtx } from '../../../core/ctx.ts';
import { hasOldFactor } from '../../../core/factor-age.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { revokeAccess } from '../accounts/accounts.service.ts';
import { lockAccount, lockDeletedAccount, updateAccount } from '../accounts/accounts.sql.ts';
import { removeWorkspaceFromWaitingLists } from '../../catalog/availability/waiting-list.service.ts';
import { endUnpaidOrders } from '../../booking/bookings/moves.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { sendSecurityMails } from '../../messaging/mail/security-mails.service.ts';
import { endOpenOffersOnDeletion } from '../../booking/offers/offers.service.ts';
import { unpublishPackages } from '../../catalog/packages/packages.service.ts';
import {
  isInReportedWorkspace,
  leaveSharedWorkspaces,
  listClosedWorkspaces,
  setWorkspaceClosed,
} from '../workspaces/members.service.ts';
import { listRecentOwners } from '../ownership/ownership.service.ts';
import { erasePerson, eraseWorkspace, exportPerson, exportWorkspace } from './personal-data.service.ts';

/**
 * Returns all data stored about the caller and, for owners, about the acting workspace. Throws TOO_MANY_REQUESTS.
 */
export async function exportAccountData(deps: Deps, actor: Actor) {
  await enforceRateLimit(deps, 'account download', actor.id);
  const person = await exportPerson(deps.db, actor.id);
  const owned: Partial<Awaited<ReturnType<typeof exportWorkspace>>> =
    actor.memberRole === 'owner' ? await exportWorkspace(deps.db, actor.workspaceId) : {};
  return { exportedAt: deps.now(), ...person, ...owned };
}

/**
 * Deletes the caller's account and the workspaces in which they are alone, and removes them from the others. They are
 * closed at once: nobody can sign in, packages are hidden and profiles are gone. The data is erased after a waiting
 * time, so that the owner can undo what a thief did, or at once if the account has had a factor for that long and
 * nobody else owned its workspaces lately. Returns when. Throws DELETION_UNCONFIRMED (the confirmation word was not
 * entered), ACCOUNT_IN_USE (a booking has unsettled money), WORKSPACE_OWNER_LAST (the only owner of a workspace with
 * other members), WORKSPACE_REPORTED or TOO_MANY_REQUESTS.
 */
export async function removeAccount(ctx: UserCtx, input: DeleteAccountInput): Promise<{ erasedAt: Date }> {
  const { deps, user } = ctx;
  await enforceRateLimit(deps, 'account change', user.id);
  if (input.confirmation?.trim().toUpperCase() !== DELETE_CONFIRMATION) throw new Failure('DELETION_UNCONFIRMED');
  const at = deps.now();
  const result = await inTransaction(deps, async (tx) => {
    await lockAccount(tx.db, user.id);
    await tx.checkCaller();
    const account = await revokeAccess(tx, user.id);
    if (!account) throw new Failure('SIGNED_OUT');
    const own = await leaveSharedWorkspaces(tx, account.id, at);
    for (const workspaceId of own) await closeWorkspace(tx, workspaceId, at);
    const isProtected = hasOldFactor(user, at, deps.env.OWNERSHIP_WAIT_HOURS);
    const isErasedAtOnce = isProtected && !(await haveOtherRecentOwners(tx.db, own, account.id, at));
    const erasedAt = new Date(at.getTime() + (isErasedAtOnce ? 0 : deps.env.OWNERSHIP_WAIT_HOURS * HOUR_MS));
    await updateAccount(tx.db, account.id, { passwordHash: null, pendingEmail: null, deletedAt: at });
    if (isErasedAtOnce) {
      await eraseAccount(tx, account.id, at);
      return { erasedAt };
    }
    tx.enqueue('personal_data.erase', { personId: account.id }, { runAt: erasedAt });
    await sendSecurityMails(tx, account.id, {
      kind: 'account_closed',
      subject: at.toISOString(),
      data: { erasedAt: erasedAt.toISOString() },
      at,
    });
    return { erasedAt };
  });
  await ctx.session?.end();
  return result;
}

/** Whether another person owned one of the workspaces within the last 30 days, and may still want to report it. */
async function haveOtherRecentOwners(
  db: Db,
  workspaceIds: readonly WorkspaceId[],
  personId: PersonId,
  at: Date,
): Promise<boolean> {
  for (const workspaceId of workspaceIds)
    if ((await listRecentOwners(db, workspaceId, at)).some((id) => id !== personId)) return true;
  return false;
}

/** Closes a workspace whose only member deletes their account. Throws ACCOUNT_IN_USE or WORKSPACE_REPORTED. */
async function closeWorkspace(tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> {
  // Locks the workspace, packages, offers and bookings in the same order as placing an order does, to avoid
  // deadlocks. Packages that are no longer for sale cannot be ordered.
  await unpublishPackages(tx.db, workspaceId, at);
  await endOpenOffersOnDeletion(tx, workspaceId, at);
  await endUnpaidOrders(tx, workspaceId, at);
  await removeWorkspaceFromWaitingLists(tx, workspaceId, at);
  if (!(await setWorkspaceClosed(tx.db, workspaceId, at))) throw new Failure('WORKSPACE_REPORTED');
}

/** Job: erases a deleted account, unless it was restored. Waits until staff have released its reported workspaces. */
export async function eraseDeletedAccount(deps: Deps, personId: PersonId): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const at = deps.now();
    const account = await lockDeletedAccount(tx.db, personId);
    if (!account) return;
    if (await isInReportedWorkspace(tx.db, personId))
      return tx.enqueue('personal_data.erase', { personId }, { runAt: new Date(at.getTime() + DAY_MS) });
    await eraseAccount(tx, personId, at);
  });
}

/** Erases a deleted account and the workspaces in which the person is alone, and emails the former address. */
async function eraseAccount(tx: UnitOfWork, personId: PersonId, at: Date): Promise<void> {
  const account = await lockDeletedAccount(tx.db, personId);
  if (!account) return;
  for (const { id } of await listClosedWorkspaces(tx.db, personId)) await eraseWorkspace(tx, id, at);
  await erasePerson(tx, personId, at);
  await sendMail(tx, {
    kind: 'account_deleted',
    subject: personId,
    to: { address: account.email },
    data: { fullName: account.fullName, wasConfirmed: account.emailVerifiedAt !== null },
    at,
  });
}
