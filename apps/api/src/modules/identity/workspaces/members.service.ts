/** Manages the members of workspaces. Every change locks the workspace, so that it always keeps an owner. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type { MemberLimits, MemberRoleInput } from '@marquee/validation';
import { hasPermission, listRoles, type MemberRole, type PersonId, type WorkspaceId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import type { UserCtx } from '../../../core/ctx.ts';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure } from '../../../core/failures.ts';
import { getPersonChannel } from '../../../core/live.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { createOwnWorkspace } from '../auth/auth.service.ts';
import { setBookingContact } from '../../booking/bookings/bookings.sql.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import {
  countOpenDuties,
  deleteMember,
  listMembers,
  listOpenInvitations,
  listWorkspacesByPerson,
  lockWorkspace,
  revokeInvitations,
  setMemberLimits,
  setMemberRole,
} from './workspaces.sql.ts';

type Member = Awaited<ReturnType<typeof listMembers>>[number];

/** Returns the members of the acting workspace, and for owners the open invitations. */
export async function getMembers(deps: Deps, actor: Actor) {
  const [members, invitations] = await Promise.all([
    listMembers(deps.db, actor.workspaceId),
    actor.memberRole === 'owner' ? listOpenInvitations(deps.db, actor.workspaceId, deps.now()) : [],
  ]);
  return { members, invitations };
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
 * Changes the role of another member, and emails them. Throws MEMBER_NOT_FOUND, MEMBER_SELF, ROLE_NOT_AVAILABLE or
 * TOO_MANY_REQUESTS.
 */
export async function changeMemberRole(deps: Deps, actor: Actor, { personId, role }: MemberRoleInput) {
  const { workspaceId, id, userType } = actor;
  await enforceRateLimit(deps, 'account change', id);
  assertRoleAvailable(userType, role);
  if (personId === id) throw new Failure('MEMBER_SELF');
  await inTransaction(deps, async (tx) => {
    const { workspace, member, members } = await lockMember(tx.db, workspaceId, personId);
    assertStillOwner(members, id);
    if (member.role === role) return;
    await setMemberRole(tx.db, { workspaceId, personId }, role);
    if (role !== 'owner') await revokeInvitations(tx.db, workspaceId, { invitedByPersonId: personId }, deps.now());
    await recordAction(tx.db, {
      kind: 'member.role_changed',
      actor,
      aboutPersonId: personId,
      data: { role },
      at: deps.now(),
    });
    await sendMail(tx, {
      kind: 'member_role_changed',
      subject: `${workspaceId} ${deps.now().toISOString()}`,
      to: { personId },
      data: { workspaceName: workspace.fullName, role },
      at: deps.now(),
    });
    if (!hasPermission(member.role, 'orders.approve'))
      announceApprover(tx, { workspaceId, personId }, role, deps.now());
    tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(personId)] });
  });
  return getMembers(deps, actor);
}

/** Lets a job email the member about open requests if the new role makes them an approver. */
export function announceApprover(
  tx: UnitOfWork,
  member: { workspaceId: WorkspaceId; personId: PersonId },
  role: MemberRole,
  at: Date,
): void {
  if (hasPermission(role, 'orders.approve'))
    tx.enqueue('order_requests.email_new_approver', { ...member, since: at.toISOString() });
}

/** Changes how much another member may order. Throws MEMBER_NOT_FOUND, MEMBER_SELF or EDIT_STALE. */
export async function changeMemberLimits(deps: Deps, actor: Actor, { personId, base, ...edited }: MemberLimits) {
  const { workspaceId, id } = actor;
  if (personId === id) throw new Failure('MEMBER_SELF');
  await inTransaction(deps, async (tx) => {
    const { members, member } = await lockMember(tx.db, workspaceId, personId);
    assertStillOwner(members, id);
    const { orderLimitCents, monthLimitCents } = member;
    const limits = mergeEdit({ orderLimitCents, monthLimitCents }, edited, base);
    await setMemberLimits(tx.db, { workspaceId, personId }, limits);
    await recordAction(tx.db, {
      kind: 'member.limits_changed',
      actor,
      aboutPersonId: personId,
      data: limits,
      at: deps.now(),
    });
  });
  return getMembers(deps, actor);
}

/**
 * Removes another member from the acting workspace, and emails them. `heirId` becomes the contact of their bookings.
 * Throws MEMBER_NOT_FOUND (also for the heir), MEMBER_SELF or TOO_MANY_REQUESTS.
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
    const { workspace, members } = await endMembership(tx, { workspaceId, personId, heirId, at: deps.now() });
    assertStillOwner(members, id);
    await recordAction(tx.db, {
      kind: 'member.removed',
      actor,
      aboutPersonId: personId,
      data: {},
      at: deps.now(),
    });
    await sendMail(tx, {
      kind: 'member_removed',
      subject: `${workspaceId} ${deps.now().toISOString()}`,
      to: { personId },
      data: { workspaceName: workspace.fullName },
      at: deps.now(),
    });
  });
  return getMembers(deps, actor);
}

/**
 * Lets the caller leave the acting workspace. `heirId` becomes the contact of their bookings. Throws MEMBER_NOT_FOUND
 * (for the heir) or WORKSPACE_OWNER_LAST.
 */
export async function leaveWorkspace(deps: Deps, actor: Actor, { heirId }: { heirId: PersonId }): Promise<void> {
  const { workspaceId, id } = actor;
  await enforceRateLimit(deps, 'account change', id);
  await inTransaction(deps, async (tx) => {
    await lockWorkspace(tx.db, workspaceId);
    await tx.checkCaller();
    await endMembership(tx, { workspaceId, personId: id, heirId, at: deps.now() });
    await recordAction(tx.db, { kind: 'member.left', actor, data: {}, at: deps.now() });
  });
}

/**
 * Removes a person who deletes their account from all workspaces that have other members. The first remaining owner
 * becomes the contact of their bookings. Returns the ids of the workspaces in which the person is alone, which are
 * unchanged. Throws WORKSPACE_OWNER_LAST.
 */
export async function leaveSharedWorkspaces(
  db: Transaction<Database>,
  personId: PersonId,
  at: Date,
): Promise<WorkspaceId[]> {
  const own: WorkspaceId[] = [];
  // Several workspaces are always locked in the order of their ids.
  const workspaceIds = (await listWorkspacesByPerson(db, personId)).map(({ id }) => id).toSorted();
  for (const workspaceId of workspaceIds) {
    await lockWorkspace(db, workspaceId);
    const members = await listMembers(db, workspaceId);
    const otherMembers = members.filter(({ id }) => id !== personId);
    const heir = otherMembers.find(({ role }) => role === 'owner');
    if (otherMembers.length === 0) own.push(workspaceId);
    else if (heir) {
      await handOver(db, { workspaceId, from: personId, to: heir.id, at });
      await recordAction(db, { kind: 'member.left', actor: { workspaceId, id: personId }, data: {}, at });
    } else throw new Failure('WORKSPACE_OWNER_LAST');
  }
  return own;
}

/** Locks the workspace and returns it with one of its members. Throws MEMBER_NOT_FOUND. */
async function lockMember(db: Transaction<Database>, workspaceId: WorkspaceId, personId: PersonId) {
  const workspace = await lockWorkspace(db, workspaceId);
  const members = await listMembers(db, workspaceId);
  const member = members.find(({ id }) => id === personId);
  if (!workspace || !member) throw new Failure('MEMBER_NOT_FOUND');
  return { workspace, members, member };
}

/**
 * Ends a membership and hands the person's bookings over. If it was their last workspace, they get a new one of the
 * same type, so that they can still sign in.
 */
async function endMembership(
  tx: UnitOfWork,
  { workspaceId, personId, heirId, at }: { workspaceId: WorkspaceId; personId: PersonId; heirId: PersonId; at: Date },
) {
  const locked = await lockMember(tx.db, workspaceId, personId);
  const otherMembers = locked.members.filter(({ id }) => id !== personId);
  if (!otherMembers.some(({ role }) => role === 'owner')) throw new Failure('WORKSPACE_OWNER_LAST');
  assertMember(otherMembers, heirId);
  await handOver(tx.db, { workspaceId, from: personId, to: heirId, at });
  if ((await listWorkspacesByPerson(tx.db, personId)).length === 0)
    await createOwnWorkspace(tx.db, {
      personId,
      fullName: locked.member.fullName,
      userType: locked.workspace.userType,
      timeZone: locked.workspace.timeZone,
      createdAt: at,
    });
  tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(personId)] });
  return locked;
}

/** Throws PERMISSION_MISSING if the caller is no longer an owner, because of a change at the same time. */
export function assertStillOwner(members: readonly Member[], personId: PersonId): void {
  if (members.find(({ id }) => id === personId)?.role !== 'owner') throw new Failure('PERMISSION_MISSING');
}

function assertMember(members: readonly Member[], personId: PersonId): void {
  if (!members.some(({ id }) => id === personId)) throw new Failure('MEMBER_NOT_FOUND');
}

/**
 * Makes a member the contact of another member's bookings, and removes the other member with the invitations that they
 * sent.
 */
async function handOver(
  db: Transaction<Database>,
  { workspaceId, from, to, at }: { workspaceId: WorkspaceId; from: PersonId; to: PersonId; at: Date },
): Promise<void> {
  await setBookingContact(db, { workspaceId, from, to });
  await revokeInvitations(db, workspaceId, { invitedByPersonId: from }, at);
  await deleteMember(db, { workspaceId, personId: from });
}
