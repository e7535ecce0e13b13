/** Undoes changes of memberships after a person reported that somebody else used their account. */
import type { PersonId, WorkspaceActionData, WorkspaceId } from '@marquee/contracts';
import { getPersonChannel } from '../../../core/live.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { handOver } from './memberships.service.ts';
import {
  insertMember,
  listMembers,
  listPeopleInvitedBy,
  revokeInvitations,
  setMemberLimits,
  setMemberRole,
} from './workspaces.sql.ts';

interface Membership {
  workspaceId: WorkspaceId;
  personId: PersonId;
}

export const undoRoleChange = (
  tx: UnitOfWork,
  member: Membership,
  { before }: WorkspaceActionData['member.role_changed'],
) => setMemberRole(tx.db, member, before);

export const undoLimitsChange = (
  tx: UnitOfWork,
  member: Membership,
  { before }: WorkspaceActionData['member.limits_changed'],
) => setMemberLimits(tx.db, member, before);

/** Makes a removed person a member again, with the role and limits from before. */
export async function undoRemoval(
  tx: UnitOfWork,
  member: Membership,
  { before: role, orderLimitCents, monthLimitCents }: WorkspaceActionData['member.removed'],
  at: Date,
): Promise<void> {
  await insertMember(tx.db, { ...member, role, orderLimitCents, monthLimitCents, joinedAt: at });
  tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(member.personId)] });
}

/** Withdraws a person's open invitations, and removes the members who accepted one since a time. */
export async function undoInvitations(
  tx: UnitOfWork,
  { workspaceId, personId }: Membership,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  await revokeInvitations(tx.db, workspaceId, { invitedByPersonId: personId }, at);
  for (const invited of await listPeopleInvitedBy(tx.db, { workspaceId, personId, since })) {
    await handOver(tx.db, { workspaceId, from: invited, to: personId, at });
    tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(invited)] });
  }
}

/** Makes the person an owner if the workspace has none. */
export async function ensureOwner(tx: UnitOfWork, { workspaceId, personId }: Membership, at: Date): Promise<void> {
  const members = await listMembers(tx.db, workspaceId);
  if (members.some(({ role }) => role === 'owner')) return;
  if (members.some(({ id }) => id === personId)) await setMemberRole(tx.db, { workspaceId, personId }, 'owner');
  else await insertMember(tx.db, { workspaceId, personId, role: 'owner', joinedAt: at });
}

export { lockWorkspace } from './workspaces.sql.ts';
