import {
  actionFilter,
  idInput,
  invitationInput,
  invitationToken,
  leaveInput,
  memberInput,
  memberLimits,
  memberRemovalInput,
  memberRoleInput,
  newMemberInput,
  timeZoneChange,
  workspaceActionsInput,
} from '@marquee/validation';
import {
  confirmedBrandProcedure,
  confirmedProcedure,
  publicProcedure,
  router,
  stoppingProcedure,
  userProcedure,
} from '../../../core/trpc.ts';
import {
  acceptInvitation,
  describeInvitation,
  inviteMember,
  joinAsNewPerson,
  requestInvitationCode,
  revokeInvitation,
} from './invitations.service.ts';
import {
  changeMemberLimits,
  changeMemberRole,
  getMemberDuties,
  getMembers,
  leaveWorkspace,
  removeMember,
} from './members.service.ts';
import { getActionsPage, listActionsForExport } from './actions.service.ts';
import { confirmOwnershipChange, listOwnershipChanges, stopOwnershipChange } from './ownership-changes.service.ts';
import { changeTimeZone } from './time-zone.service.ts';
import { findWorkspaceTimeZone, listWorkspacesByPerson } from './workspaces.sql.ts';

export const workspacesRouter = router({
  /** The workspaces in which the caller can act, in the order in which they joined them. */
  own: userProcedure('person').query(({ ctx }) => listWorkspacesByPerson(ctx.deps.db, ctx.user.id)),
  /** The time zone in which the days and months of the workspace begin. */
  timeZone: userProcedure('member_or_agent').query(async ({ ctx }) => ({
    timeZone: await findWorkspaceTimeZone(ctx.deps.db, ctx.user.workspaceId),
  })),
  changeTimeZone: userProcedure('workspace.edit')
    .input(timeZoneChange)
    .mutation(({ ctx, input }) => changeTimeZone(ctx.deps, ctx.actor, input)),
  members: userProcedure('member').query(({ ctx }) => getMembers(ctx.deps, ctx.actor)),
  duties: userProcedure('member')
    .input(memberInput)
    .query(({ ctx, input }) => getMemberDuties(ctx.deps, ctx.actor, input.personId)),
  invite: confirmedProcedure('members.manage')
    .input(invitationInput)
    .mutation(({ ctx, input }) => inviteMember(ctx.deps, ctx.actor, input)),
  revokeInvitation: stoppingProcedure('members.manage')
    .input(idInput)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.deps, ctx.actor, input.id)),
  changeRole: confirmedProcedure('members.manage')
    .input(memberRoleInput)
    .mutation(({ ctx, input }) => changeMemberRole(ctx.deps, ctx.actor, input)),
  changeLimits: confirmedBrandProcedure('members.manage')
    .input(memberLimits)
    .mutation(({ ctx, input }) => changeMemberLimits(ctx.deps, ctx.actor, input)),
  removeMember: confirmedProcedure('members.manage')
    .input(memberRemovalInput)
    .mutation(({ ctx, input }) => removeMember(ctx.deps, ctx.actor, input)),
  leave: confirmedProcedure('member')
    .input(leaveInput)
    .mutation(({ ctx, input }) => leaveWorkspace(ctx.deps, ctx.actor, input)),
  /** The changes of ownership that wait, the next one first. */
  ownershipChanges: userProcedure('members.manage').query(({ ctx }) => listOwnershipChanges(ctx)),
  confirmOwnershipChange: confirmedProcedure('members.manage')
    .input(idInput)
    .mutation(({ ctx, input }) => confirmOwnershipChange(ctx, input)),
  // Needs no confirmation of the identity, because it only keeps things as they are.
  stopOwnershipChange: stoppingProcedure('members.manage')
    .input(idInput)
    .mutation(({ ctx, input }) => stopOwnershipChange(ctx.deps, ctx.actor, input)),
  /** The log of the workspace, newest first. */
  actions: userProcedure('members.manage')
    .input(workspaceActionsInput)
    .query(({ ctx, input }) => getActionsPage(ctx.deps, ctx.actor, input)),
  actionsForExport: userProcedure('members.manage')
    .input(actionFilter)
    .query(({ ctx, input }) => listActionsForExport(ctx.deps, ctx.actor, input)),
  // A mutation, although it only reads data, because the token must not be in a URL that proxies log.
  invitation: publicProcedure.input(invitationToken).mutation(({ ctx, input }) => describeInvitation(ctx, input.token)),
  accept: userProcedure('person')
    .input(invitationToken)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input.token)),
  requestCode: publicProcedure
    .input(invitationToken)
    .mutation(({ ctx, input }) => requestInvitationCode(ctx, input.token)),
  join: publicProcedure.input(newMemberInput).mutation(({ ctx, input }) => joinAsNewPerson(ctx, input)),
});
