/**
 * Changes of who owns a workspace: a new owner, an owner who gets another role, and an owner who is removed or leaves.
 * Each waits, so that a thief who knows one password cannot take a workspace unnoticed. Until then everybody who owns
 * it, or owned it within the last 30 days, is told, and every owner can stop it. docs/security.md "Changes of
 * ownership" shows the states.
 */
import type { MemberRole, PersonId, UserType, WorkspaceId } from '@marquee/contracts';
import { HOUR_MS } from '@marquee/time';
import type { Actor } from '../../../core/actor.ts';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { hasOldFactor } from '../../../core/factor-age.ts';
import { Failure } from '../../../core/failures.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { applyRole, assertStillOwner, endMembership, type Member } from './memberships.service.ts';
import { listMembers, lockWorkspace } from './workspaces.sql.ts';
import {
  type OwnershipChange,
  cancelOwnershipChanges,
  findOpenOwnershipChange,
  insertOwnershipChange,
  listOpenOwnershipChanges,
  recordSecurityAction,
  setOwnershipChangeDone,
} from '../ownership/ownership.service.ts';

/** The role of a person who waits to become an owner. It can do the daily work, but not change who has access. */
export const WAITING_OWNER_ROLE: Record<UserType, MemberRole> = { brand: 'booker', influencer: 'manager' };

interface NewChange {
  workspaceId: WorkspaceId;
  /** The owner who asked for the change. */
  requestedBy: PersonId;
  personId: PersonId;
  change: { kind: 'grant' } | { kind: 'demote'; role: MemberRole } | { kind: 'remove'; heirPersonId: PersonId };
}

/**
 * Stores a change that waits, and emails the owners. The caller has locked the workspace and checked that the change is
 * possible. Throws OWNERSHIP_CHANGE_WAITING if another change about the person waits.
 */
export async function requestOwnershipChange(
  tx: UnitOfWork,
  deps: Pick<Deps, 'env' | 'now'>,
  { workspaceId, requestedBy, personId, change }: NewChange,
): Promise<void> {
  const at = deps.now();
  const effectiveAt = new Date(at.getTime() + deps.env.OWNERSHIP_WAIT_HOURS * HOUR_MS);
  const id = await insertOwnershipChange(tx.db, {
    workspaceId,
    personId,
    ...change,
    requestedByPersonId: requestedBy,
    requestedAt: at,
    effectiveAt,
  });
  if (id === undefined) throw new Failure('OWNERSHIP_CHANGE_WAITING');
  tx.enqueue('workspaces.change_ownership', { changeId: id }, { runAt: effectiveAt });
  await recordSecurityAction(
    tx,
    {
      kind: 'member.ownership_requested',
      actor: { workspaceId, id: requestedBy },
      aboutPersonId: personId,
      data: { change: change.kind, effectiveAt: effectiveAt.toISOString() },
      at,
    },
    { effectiveAt },
  );
}

/** Lists the waiting changes of the caller's workspace, and which of them the caller can confirm. */
export async function listOwnershipChanges(ctx: UserCtx) {
  const { workspaceId } = ctx.user;
  const [changes, members] = await Promise.all([
    listOpenOwnershipChanges(ctx.deps.db, workspaceId),
    listMembers(ctx.deps.db, workspaceId),
  ]);
  return changes.map(({ id, personId, fullName, kind, role, requestedByName, effectiveAt, requestedByPersonId }) => ({
    id,
    personId,
    fullName,
    kind,
    role,
    requestedByName,
    effectiveAt,
    canConfirm: canConfirm(ctx, { personId, requestedByPersonId }, members),
  }));
}

/**
 * Returns whether the caller may confirm a change: an owner other than the one who asked for it and the one whom it is
 * about. With a factor that the account has had for as long as changes wait, also the one whom it is about, and the
 * only owner. A thief may have added a newer one.
 */
function canConfirm(
  { user, deps }: UserCtx,
  { personId, requestedByPersonId }: Pick<OwnershipChange, 'personId' | 'requestedByPersonId'>,
  members: readonly Member[],
): boolean {
  const owners = members.filter(({ role }) => role === 'owner');
  if (!owners.some(({ id }) => id === user.id)) return false;
  // A thief in two sessions must not remove an owner at once: that owner's own session does not count.
  const isProtected = hasOldFactor(user, deps.now(), deps.env.OWNERSHIP_WAIT_HOURS);
  if (requestedByPersonId !== user.id) return personId !== user.id || isProtected;
  return owners.length === 1 && isProtected;
}

/**
 * Makes a waiting change at once. Throws OWNERSHIP_CHANGE_GONE, OWNERSHIP_CHANGE_OWN (the caller asked for it and is
 * not the only owner with a factor), PERMISSION_MISSING or WORKSPACE_OWNER_LAST.
 */
export async function confirmOwnershipChange(ctx: UserCtx, { id }: { id: string }): Promise<void> {
  const { workspaceId, id: callerId } = ctx.user;
  await inTransaction(ctx.deps, async (tx) => {
    const workspace = await lockWorkspace(tx.db, workspaceId);
    if (!workspace || workspace.reportedAt !== null) throw new Failure('WORKSPACE_REPORTED');
    // The change may end the caller's own role or membership.
    await tx.checkCaller();
    const change = await findOpenOwnershipChange(tx.db, id);
    if (change?.workspaceId !== workspaceId) throw new Failure('OWNERSHIP_CHANGE_GONE');
    const members = await listMembers(tx.db, workspaceId);
    assertStillOwner(members, callerId);
    if (!canConfirm(ctx, change, members)) throw new Failure('OWNERSHIP_CHANGE_OWN');
    if (!isPossible(change, members)) throw new Failure('WORKSPACE_OWNER_LAST');
    await applyChange(tx, change, { members, confirmedBy: callerId, at: ctx.deps.now() });
  });
}

/** Stops a waiting change. Any owner can. Does nothing if it was made or stopped before. */
export async function stopOwnershipChange(deps: Deps, actor: Actor, { id }: { id: string }): Promise<void> {
  const { workspaceId } = actor;
  const at = deps.now();
  await inTransaction(deps, async (tx) => {
    await lockWorkspace(tx.db, workspaceId);
    assertStillOwner(await listMembers(tx.db, workspaceId), actor.id);
    const change = await findOpenOwnershipChange(tx.db, id);
    if (change?.workspaceId !== workspaceId) return;
    await cancelOwnershipChanges(tx.db, { id }, { at, by: actor.id });
    await recordSecurityAction(tx, {
      kind: 'member.ownership_stopped',
      actor,
      aboutPersonId: change.personId,
      data: { change: change.kind },
      at,
    });
  });
}

/** Job: makes a change whose waiting time is over, unless it was stopped. */
export async function runOwnershipChange(deps: Deps, changeId: string): Promise<void> {
  const found = await findOpenOwnershipChange(deps.db, changeId);
  if (!found) return;
  await inTransaction(deps, async (tx) => {
    const workspace = await lockWorkspace(tx.db, found.workspaceId);
    const change = await findOpenOwnershipChange(tx.db, changeId);
    const at = deps.now();
    if (!change || change.effectiveAt > at) return;
    const members = await listMembers(tx.db, change.workspaceId);
    // The workspace must keep an owner, and a person who left in the meantime cannot become one.
    if (!workspace || workspace.reportedAt !== null || !isPossible(change, members))
      return void (await cancelOwnershipChanges(tx.db, { id: changeId }, { at, by: null }));
    await applyChange(tx, change, { members, confirmedBy: null, at });
  });
}

function isPossible({ kind, personId }: OwnershipChange, members: readonly Member[]): boolean {
  const member = members.find(({ id }) => id === personId);
  if (kind === 'grant') return member !== undefined && member.role !== 'owner';
  return member?.role === 'owner' && members.some(({ id, role }) => id !== personId && role === 'owner');
}

/** Makes a change in the caller's transaction, which has locked the workspace, and tells the owners. */
async function applyChange(
  tx: UnitOfWork,
  change: OwnershipChange,
  { members, confirmedBy, at }: { members: readonly Member[]; confirmedBy: PersonId | null; at: Date },
): Promise<void> {
  const { id, workspaceId, personId, kind, role, heirPersonId, requestedByPersonId } = change;
  await setOwnershipChangeDone(tx.db, id, { confirmedByPersonId: confirmedBy, doneAt: at });
  const by = { workspaceId, id: requestedByPersonId };
  if (kind === 'remove') {
    // The chosen contact may have left in the meantime.
    const others = members.filter((member) => member.id !== personId);
    const heir =
      others.find((member) => member.id === heirPersonId) ?? others.find((member) => member.role === 'owner');
    if (heir === undefined) throw new Failure('WORKSPACE_OWNER_LAST');
    await endMembership(tx, { actor: by, personId, heirId: heir.id, at });
  } else await applyRole(tx, { actor: by, personId, role: kind === 'grant' ? 'owner' : (role as MemberRole), at });
}
