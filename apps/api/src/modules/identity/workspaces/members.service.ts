/** Manages the members of workspaces. Every change locks the workspace, so that it always keeps an owner. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type { MemberLimits, MemberRoleInput } from '@marquee/validation';
import { listRoles, type MemberRole, type PersonId, type WorkspaceId } from '@marquee/contracts';
import type { UserCtx } from '../../../core/ctx.ts';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { requestOwnershipChange } from './ownership-changes.service.ts';
import { insertEndedOwnership, recordSecurityAction } from '../ownership/ownership.service.ts';
import {
  applyRole,
  assertStillOwner,
  endMembership,
  handOver,
  lockMember,
  type Member,
} from './memberships.service.ts';
import {
  countOpenDuties,
  listMembers,
  listOpenInvitations,
  listWorkspaceIdsByPerson,
  setMemberLimits,
} from './workspaces.sql.ts';

/**
 * Returns the members of the acting workspace, for owners the open invitations, and whether the workspace is locked by
 * a report.
 */
export async function getMembers(deps: Deps, actor: Actor) {
  const [members, invitations] = await Promise.all([
    listMembers(deps.db, actor.workspaceId),
    actor.memberRole === 'owner' ? listOpenInvitations(deps.db, actor.workspaceId, deps.now()) : [],
  ]);
  return { members, invitations, isReported: actor.isReported };
}

/**
 * Returns the number of a member's unfinished bookings, for which the member is the contact. Throws MEMBER_NOT_FOUND.
 */
export async function getMemberDuties(deps: Deps, actor: Actor, personId: PersonId): Promise<{ bookings: number }> {
  const { workspaceId, memberRole, id } = actor;
  if (memberRole !== 'owner' && personId !== id) throw new Failure('PERMISSION_MISSING');
  return { bookings: await countOpenDuties(deps.db, { workspaceId, personId }) };
}

/** Throws ROLE_NOT_AVAILABLE unless members of such a workspace can have the role. */
export function assertRoleAvailable(userType: UserCtx['user']['userType'], role: MemberRole): void {
  if (!listRoles(userType).includes(role)) throw new Failure('ROLE_NOT_AVAILABLE');
}

/**
 * Changes the role of another member, and emails them. If the member becomes an owner or no longer is one, the change
 * waits (ownership-changes.service.ts). Throws MEMBER_NOT_FOUND, MEMBER_SELF, ROLE_NOT_AVAILABLE,
 * OWNERSHIP_CHANGE_WAITING, WORKSPACE_OWNER_LAST or TOO_MANY_REQUESTS.
 */
export async function changeMemberRole(deps: Deps, actor: Actor, { personId, role }: MemberRoleInput) {
  const { workspaceId, id, userType } = actor;
  await enforceRateLimit(deps, 'account change', id);
  assertRoleAvailable(userType, role);
  if (personId === id) throw new Failure('MEMBER_SELF');
  await inTransaction(deps, async (tx) => {
    const { member, members } = await lockMember(tx.db, workspaceId, personId);
    assertStillOwner(members, id);
    if (member.role === role) return;
    if (role === 'owner' || member.role === 'owner')
      await requestOwnershipChange(tx, deps, {
        workspaceId,
        requestedBy: id,
        personId,
        change: role === 'owner' ? { kind: 'grant' } : { kind: 'demote', role },
      });
    else await applyRole(tx, { actor, personId, role, at: deps.now() });
  });
  return getMembers(deps, actor);
}

/** Changes how much another member may order. Throws MEMBER_NOT_FOUND, MEMBER_SELF or EDIT_STALE. */
export async function changeMemberLimits(deps: Deps, actor: Actor, { personId, base, ...edited }: MemberLimits) {
  const { workspaceId, id } = actor;
  if (personId === id) throw new Failure('MEMBER_SELF');
  await inTransaction(deps, async (tx) => {
    const { members, member } = await lockMember(tx.db, workspaceId, personId);
    assertStillOwner(members, id);
    const { orderLimitCents, monthLimitCents } = member;
    const before = { orderLimitCents, monthLimitCents };
    const limits = mergeEdit(before, edited, base);
    await setMemberLimits(tx.db, { workspaceId, personId }, limits);
    await recordSecurityAction(tx, {
      kind: 'member.limits_changed',
      actor,
      aboutPersonId: personId,
      data: { ...limits, before },
      at: deps.now(),
    });
  });
  return getMembers(deps, actor);
}

/**
 * Removes another member from the acting workspace, and emails them. `heirId` becomes the contact of their bookings.
 * The removal of an owner waits (ownership-changes.service.ts). Throws MEMBER_NOT_FOUND (also for the heir),
 * MEMBER_SELF, OWNERSHIP_CHANGE_WAITING or TOO_MANY_REQUESTS.
 */
export async function removeMember(
  deps: Deps,
  actor: Actor,
  { personId, heirId }: { personId: PersonId; heirId: PersonId },
) {
  const { workspaceId, id } = actor;
  await enforceRateLimit(deps, 'account change', id);
  if (personId === id) throw new Failure('MEMBER_SELF');
  await inTransaction(deps, async (tx) => {
    const { member, members } = await lockMember(tx.db, workspaceId, personId);
    assertStillOwner(members, id);
    if (member.role === 'owner') await requestRemoval(tx, deps, { actor, members, personId, heirId });
    else await endMembership(tx, { actor, personId, heirId, at: deps.now() });
  });
  return getMembers(deps, actor);
}

/**
 * Lets the caller leave the acting workspace. `heirId` becomes the contact of their bookings. An owner leaves after a
 * waiting time (ownership-changes.service.ts). Throws MEMBER_NOT_FOUND (for the heir), OWNERSHIP_CHANGE_WAITING or
 * WORKSPACE_OWNER_LAST. Returns whether the caller is still a member.
 */
export async function leaveWorkspace(
  deps: Deps,
  actor: Actor,
  { heirId }: { heirId: PersonId },
): Promise<{ isWaiting: boolean }> {
  const { workspaceId, id: personId } = actor;
  await enforceRateLimit(deps, 'account change', personId);
  return inTransaction(deps, async (tx) => {
    const { workspace, member, members } = await lockMember(tx.db, workspaceId, personId);
    if (workspace.reportedAt !== null) throw new Failure('WORKSPACE_REPORTED');
    await tx.checkCaller();
    const isWaiting = member.role === 'owner';
    if (isWaiting) await requestRemoval(tx, deps, { actor, members, personId, heirId });
    else await endMembership(tx, { actor, personId, heirId, at: deps.now() });
    return { isWaiting };
  });
}

/**
 * Asks for the removal of an owner. Throws WORKSPACE_OWNER_LAST, MEMBER_NOT_FOUND (for the heir) or
 * OWNERSHIP_CHANGE_WAITING.
 */
async function requestRemoval(
  tx: UnitOfWork,
  deps: Deps,
  {
    actor,
    members,
    personId,
    heirId,
  }: { actor: Actor; members: readonly Member[]; personId: PersonId; heirId: PersonId },
): Promise<void> {
  const otherMembers = members.filter(({ id }) => id !== personId);
  if (!otherMembers.some(({ role }) => role === 'owner')) throw new Failure('WORKSPACE_OWNER_LAST');
  if (!otherMembers.some(({ id }) => id === heirId)) throw new Failure('MEMBER_NOT_FOUND');
  await requestOwnershipChange(tx, deps, {
    workspaceId: actor.workspaceId,
    requestedBy: actor.id,
    personId,
    change: { kind: 'remove', heirPersonId: heirId },
  });
}

/**
 * Removes a person who deletes their account from all workspaces that have other members. The first remaining owner
 * becomes the contact of their bookings. Returns the ids of the workspaces in which the person is alone, which are
 * unchanged. Throws WORKSPACE_OWNER_LAST.
 */
export async function leaveSharedWorkspaces(tx: UnitOfWork, personId: PersonId, at: Date): Promise<WorkspaceId[]> {
  const own: WorkspaceId[] = [];
  for (const workspaceId of await listWorkspaceIdsByPerson(tx.db, personId)) {
    const { workspace, member, members } = await lockMember(tx.db, workspaceId, personId);
    if (workspace.reportedAt !== null) throw new Failure('WORKSPACE_REPORTED');
    const otherMembers = members.filter(({ id }) => id !== personId);
    const heir = otherMembers.find(({ role }) => role === 'owner');
    if (otherMembers.length === 0) own.push(workspaceId);
    else if (heir) {
      await handOver(tx.db, { workspaceId, from: personId, to: heir.id, at });
      if (member.role === 'owner')
        await insertEndedOwnership(tx.db, {
          workspaceId,
          personId,
          heirPersonId: heir.id,
          requestedByPersonId: personId,
          at,
        });
      const { role: before, orderLimitCents, monthLimitCents } = member;
      const actor = { workspaceId, id: personId };
      const data = { before, orderLimitCents, monthLimitCents };
      await recordSecurityAction(tx, { kind: 'member.left', actor, data, at });
    } else throw new Failure('WORKSPACE_OWNER_LAST');
  }
  return own;
}

export {
  isInReportedWorkspace,
  listClosedWorkspaces,
  setWorkspaceClosed,
  setWorkspacesOpen,
} from './workspaces.sql.ts';
