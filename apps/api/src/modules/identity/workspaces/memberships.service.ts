/** Changes memberships in the transactions of other services, which have checked that the change is allowed. */
import { hasPermission, type MemberRole, type PersonId, type UserType, type WorkspaceId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import { Failure } from '../../../core/failures.ts';
import { getPersonChannel } from '../../../core/live.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { setBookingContact } from '../../booking/bookings/bookings.sql.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { createOwnWorkspace } from '../auth/auth.service.ts';
import { cancelOwnershipChanges, recordSecurityAction } from '../ownership/ownership.service.ts';
import {
  deleteMember,
  listMembers,
  listWorkspacesByPerson,
  lockWorkspace,
  revokeInvitations,
  setMemberRole,
  setWorkspaceClosed,
} from './workspaces.sql.ts';

export type Member = Awaited<ReturnType<typeof listMembers>>[number];

interface MemberChange {
  /** The member who asked for the change, in the workspace. */
  actor: { workspaceId: WorkspaceId; id: PersonId };
  personId: PersonId;
  at: Date;
}

/** Locks the workspace and returns it with one of its members. Throws MEMBER_NOT_FOUND. */
export async function lockMember(db: Transaction<Database>, workspaceId: WorkspaceId, personId: PersonId) {
  const workspace = await lockWorkspace(db, workspaceId);
  const members = await listMembers(db, workspaceId);
  const member = members.find(({ id }) => id === personId);
  if (!workspace || !member) throw new Failure('MEMBER_NOT_FOUND');
  return { workspace, members, member };
}

/** Gives a member another role, and emails them and the owners. Throws MEMBER_NOT_FOUND. */
export async function applyRole(
  tx: UnitOfWork,
  { actor, personId, role, at }: MemberChange & { role: MemberRole },
): Promise<void> {
  const { workspaceId } = actor;
  const { workspace, member } = await lockMember(tx.db, workspaceId, personId);
  if (member.role === role) return;
  await setMemberRole(tx.db, { workspaceId, personId }, role);
  if (role !== 'owner') {
    await revokeInvitations(tx.db, workspaceId, { invitedByPersonId: personId }, at);
    await cancelOwnershipChanges(tx.db, { workspaceId, requestedByPersonId: personId }, { at, by: null });
  }
  const data = { role, before: member.role };
  await recordSecurityAction(tx, { kind: 'member.role_changed', actor, aboutPersonId: personId, data, at });
  await sendMail(tx, {
    kind: 'member_role_changed',
    subject: `${workspaceId} ${at.toISOString()}`,
    to: { personId },
    data: { workspaceName: workspace.fullName, role },
    at,
  });
  if (!hasPermission(member.role, 'orders.approve')) announceApprover(tx, { workspaceId, personId }, role, at);
  tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(personId)] });
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

/**
 * Ends a membership, hands the person's bookings over to `heirId`, and emails the person and the owners. If it was
 * their last workspace, they get a new one of the same type, so that they can still sign in. Throws MEMBER_NOT_FOUND
 * (also for the heir) or WORKSPACE_OWNER_LAST.
 */
export async function endMembership(
  tx: UnitOfWork,
  { actor, personId, heirId, at }: MemberChange & { heirId: PersonId },
): Promise<void> {
  const { workspaceId } = actor;
  const { workspace, member, members } = await lockMember(tx.db, workspaceId, personId);
  const otherMembers = members.filter(({ id }) => id !== personId);
  if (!otherMembers.some(({ role }) => role === 'owner')) throw new Failure('WORKSPACE_OWNER_LAST');
  if (!otherMembers.some(({ id }) => id === heirId)) throw new Failure('MEMBER_NOT_FOUND');
  await handOver(tx.db, { workspaceId, from: personId, to: heirId, at });
  await ensureOwnWorkspace(tx, member, workspace, at);
  const { role: before, orderLimitCents, monthLimitCents } = member;
  const data = { before, orderLimitCents, monthLimitCents };
  if (actor.id === personId) await recordSecurityAction(tx, { kind: 'member.left', actor, data, at });
  else {
    await recordSecurityAction(tx, { kind: 'member.removed', actor, aboutPersonId: personId, data, at });
    await sendMail(tx, {
      kind: 'member_removed',
      subject: `${workspaceId} ${at.toISOString()}`,
      to: { personId },
      data: { workspaceName: workspace.fullName },
      at,
    });
  }
  tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(personId)] });
}

/**
 * Creates a workspace of the same type for a person without one, so that they can still sign in. It is closed if their
 * account is deleted, so that it is restored or erased with the account.
 */
export async function ensureOwnWorkspace(
  tx: UnitOfWork,
  { id: personId, fullName, deletedAt = null }: { id: PersonId; fullName: string; deletedAt?: Date | null },
  { userType, timeZone }: { userType: UserType; timeZone: string | null },
  at: Date,
): Promise<void> {
  if ((await listWorkspacesByPerson(tx.db, personId)).length > 0) return;
  const workspaceId = await createOwnWorkspace(tx.db, { personId, fullName, userType, timeZone, createdAt: at });
  if (deletedAt !== null) await setWorkspaceClosed(tx.db, workspaceId, deletedAt);
}

/**
 * Makes a member the contact of another member's bookings, and removes the other member with the invitations that they
 * sent and the changes of ownership about them that wait.
 */
export async function handOver(
  db: Transaction<Database>,
  { workspaceId, from, to, at }: { workspaceId: WorkspaceId; from: PersonId; to: PersonId; at: Date },
): Promise<void> {
  await setBookingContact(db, { workspaceId, from, to });
  await revokeInvitations(db, workspaceId, { invitedByPersonId: from }, at);
  await cancelOwnershipChanges(db, { workspaceId, personId: from }, { at, by: null });
  await cancelOwnershipChanges(db, { workspaceId, requestedByPersonId: from }, { at, by: null });
  await deleteMember(db, { workspaceId, personId: from });
}

/** Throws PERMISSION_MISSING if the caller is no longer an owner, because of a change at the same time. */
export function assertStillOwner(members: readonly Member[], personId: PersonId): void {
  if (members.find(({ id }) => id === personId)?.role !== 'owner') throw new Failure('PERMISSION_MISSING');
}
