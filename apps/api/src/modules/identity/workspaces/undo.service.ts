/** Undoes changes of memberships after a person reported that their account was used without their consent. */
import type { PersonId, WorkspaceActionData, WorkspaceId } from '@marquee/contracts';
import { getPersonChannel } from '../../../core/live.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { ensureOwnWorkspace, handOver, type Member } from './memberships.service.ts';
import {
  insertFormerMember,
  replaceMemberRole,
  insertMember,
  listMembers,
  listMembersAmong,
  type lockWorkspace,
  revokeInvitations,
  setMemberLimits,
  setMemberRole,
} from './workspaces.sql.ts';

interface Membership {
  workspaceId: WorkspaceId;
  personId: PersonId;
}

export async function undoRoleChange(
  tx: UnitOfWork,
  member: Membership,
  { role, before }: WorkspaceActionData['member.role_changed'],
): Promise<void> {
  if (!(await replaceMemberRole(tx.db, member, { from: role, to: before }))) return;
  tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(member.personId)] });
}

export const undoLimitsChange = (
  tx: UnitOfWork,
  member: Membership,
  { before }: WorkspaceActionData['member.limits_changed'],
) => setMemberLimits(tx.db, member, before);

/** Makes a removed person a member again, with the role and limits from before, unless they already are one. */
export async function undoRemoval(
  tx: UnitOfWork,
  member: Membership,
  { before: role, orderLimitCents, monthLimitCents }: WorkspaceActionData['member.removed'],
  at: Date,
): Promise<void> {
  await insertFormerMember(tx.db, { ...member, role, orderLimitCents, monthLimitCents, joinedAt: at });
  tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(member.personId)] });
}

/**
 * Withdraws all open invitations of the workspace, and removes those of these people who are members, also if they have
 * closed their account, because they could restore it. `heirId` takes over their bookings.
 */
export async function removeIntruders(
  tx: UnitOfWork,
  workspace: NonNullable<Awaited<ReturnType<typeof lockWorkspace>>>,
  { personIds, heirId, at }: { personIds: readonly PersonId[]; heirId: PersonId; at: Date },
): Promise<void> {
  const workspaceId = workspace.id;
  await revokeInvitations(tx.db, workspaceId, {}, at);
  for (const person of await listMembersAmong(tx.db, workspaceId, personIds)) {
    await handOver(tx.db, { workspaceId, from: person.id, to: heirId, at });
    await ensureOwnWorkspace(tx, person, workspace, at);
    await sendMail(tx, {
      kind: 'member_removed',
      subject: `${workspaceId} ${at.toISOString()}`,
      to: { personId: person.id },
      data: { workspaceName: workspace.fullName },
      at,
    });
    tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(person.id)] });
  }
}

/** Emails the members whose role or membership is not the one from before, because changes were undone. */
export async function tellRestoredMembers(
  tx: UnitOfWork,
  { id: workspaceId, fullName: workspaceName }: NonNullable<Awaited<ReturnType<typeof lockWorkspace>>>,
  before: readonly Member[],
  at: Date,
): Promise<void> {
  for (const { id: personId, role } of await listMembers(tx.db, workspaceId)) {
    const former = before.find(({ id }) => id === personId);
    if (former?.role === role) continue;
    await sendMail(tx, {
      kind: 'member_restored',
      subject: `${workspaceId} ${at.toISOString()}`,
      to: { personId },
      data: { workspaceName, role, wasRemoved: former === undefined },
      at,
    });
  }
}

/** Makes the person an owner if the workspace has none, apart from people whose role is about to end. */
export async function ensureOwner(
  tx: UnitOfWork,
  { workspaceId, personId, except }: Membership & { except: readonly PersonId[] },
  at: Date,
): Promise<void> {
  const members = await listMembers(tx.db, workspaceId);
  if (members.some(({ id, role }) => role === 'owner' && !except.includes(id))) return;
  if (members.some(({ id }) => id === personId)) await setMemberRole(tx.db, { workspaceId, personId }, 'owner');
  else await insertMember(tx.db, { workspaceId, personId, role: 'owner', joinedAt: at });
}

export {
  closeWithoutMembers,
  listMembers,
  listPeopleInvitedBy,
  lockWorkspace,
  setWorkspaceOpen,
} from './workspaces.sql.ts';
