/** Exports and deletes a user's account across all modules. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { DELETE_CONFIRMATION, type DeleteAccountInput } from '@marquee/validation';
import type { UserCtx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { revokeAccess } from '../accounts/accounts.service.ts';
import { lockAccount } from '../accounts/accounts.sql.ts';
import { removeWorkspaceFromWaitingLists } from '../../catalog/availability/waiting-list.service.ts';
import { endUnpaidOrders } from '../../booking/bookings/moves.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { endOpenOffersOnDeletion } from '../../booking/offers/offers.service.ts';
import { unpublishPackages } from '../../catalog/packages/packages.service.ts';
import { leaveSharedWorkspaces } from '../workspaces/members.service.ts';
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
 * Deletes the caller's account and the workspaces in which they are alone, and removes them from the others. Bookings
 * and the ledger are kept for the other side and for accounting, but without the person's data. Name, address, texts,
 * pictures, sessions and identities are erased, packages are hidden, and the email address can be registered again.
 * Throws DELETION_UNCONFIRMED (the confirmation word was not entered), ACCOUNT_IN_USE (a booking has unsettled money),
 * WORKSPACE_OWNER_LAST (the only owner of a workspace with other members) or TOO_MANY_REQUESTS.
 */
export async function removeAccount(ctx: UserCtx, input: DeleteAccountInput): Promise<void> {
  await enforceRateLimit(ctx.deps, 'account change', ctx.user.id);
  if (input.confirmation?.trim().toUpperCase() !== DELETE_CONFIRMATION) throw new Failure('DELETION_UNCONFIRMED');
  const at = ctx.deps.now();
  await inTransaction(ctx.deps, async (tx) => {
    await lockAccount(tx.db, ctx.user.id);
    await tx.checkCaller();
    const account = await revokeAccess(tx, ctx.user.id);
    if (!account) return;
    for (const workspaceId of await leaveSharedWorkspaces(tx.db, account.id, at))
      await removeWorkspace(tx, workspaceId, at);
    await erasePerson(tx, account.id, at);
    await sendMail(tx, {
      kind: 'account_deleted',
      subject: account.id,
      to: { address: account.email },
      data: { fullName: account.fullName, wasConfirmed: account.emailVerifiedAt !== null },
      at,
    });
  });
  await ctx.session?.end();
}

/** Deletes a workspace whose only member deletes their account. Throws ACCOUNT_IN_USE. */
async function removeWorkspace(tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> {
  // Locks the workspace, packages, offers and bookings in the same order as placing an order does, to avoid
  // deadlocks. Packages that are no longer for sale cannot be ordered.
  await unpublishPackages(tx.db, workspaceId, at);
  await endOpenOffersOnDeletion(tx, workspaceId, at);
  await endUnpaidOrders(tx, workspaceId, at);
  await removeWorkspaceFromWaitingLists(tx, workspaceId, at);
  await eraseWorkspace(tx, workspaceId, at);
}
