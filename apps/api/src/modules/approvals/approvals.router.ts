import { approvalSettings } from '@marquee/validation';
import { brandProcedure, confirmedBrandProcedure, router } from '../../core/trpc.ts';
import { getApprovalSettings, saveApprovalSettings } from './approvals.service.ts';

export const approvalsRouter = router({
  settings: brandProcedure.query(({ ctx }) => getApprovalSettings(ctx)),
  saveSettings: confirmedBrandProcedure
    .input(approvalSettings)
    .mutation(({ ctx, input }) => saveApprovalSettings(ctx, input)),
});
