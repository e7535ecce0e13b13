import { approvalSettings } from '@marquee/validation';
import { brandProcedure, confirmedBrandProcedure, router } from '../../../core/trpc.ts';
import { findOwnLimits, getApprovalSettings, saveApprovalSettings } from './approvals.service.ts';

export const approvalsRouter = router({
  /** The caller's limits for one order and for this month. */
  ownLimits: brandProcedure('member').query(({ ctx }) =>
    findOwnLimits(ctx.deps.db, { workspaceId: ctx.user.workspaceId, personId: ctx.user.id, now: ctx.deps.now() }),
  ),
  settings: brandProcedure('member').query(({ ctx }) => getApprovalSettings(ctx.deps, ctx.actor)),
  saveSettings: confirmedBrandProcedure('members.manage')
    .input(approvalSettings)
    .mutation(({ ctx, input }) => saveApprovalSettings(ctx.deps, ctx.actor, input)),
});
