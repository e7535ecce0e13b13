import {
  adminAction,
  adminAudit,
  adminBookings,
  adminDecision,
  adminNote,
  adminOpenOrDone,
  adminPackages,
  adminPage,
  adminUsers,
  adminWorkspaceReturn,
  appealDecision,
  idInput,
  disputeConversationInput,
  followerProofDecision,
  followerProofListInput,
  reportDecision,
  reportListInput,
  periodInput,
  staffAnswer,
  threadListInput,
} from '@marquee/validation';
import { adminMoneyProcedure, adminProcedure, router } from '../../../core/trpc.ts';
import { getBrandCohorts, marketOverTime } from '../analytics/market.service.ts';
import { getMissedSearches } from '../analytics/missed-searches.service.ts';
import * as factorResets from '../../identity/accounts/factor-resets.service.ts';
import * as workspaceReturns from '../../identity/recovery/workspace-returns.service.ts';
import { liftSuspension, suspendUser } from '../../identity/accounts/suspension.service.ts';
import { decideFollowerProof, getFollowerProofsPage } from '../../catalog/follower-proofs/follower-proofs.service.ts';
import { answerChargeback } from '../../money/chargebacks/responses.service.ts';
import { decideDispute } from '../../booking/disputes/decisions.service.ts';
import { hidePackage, showPackage } from '../../catalog/packages/moderation.service.ts';
import { getAppealsPage, decideAppeal, decideReport, getReportsPage } from '../reports/reports.service.ts';
import {
  answerThread,
  closeThread,
  getThreadForStaff,
  getThreadsPage,
} from '../../messaging/support/threads.service.ts';
import { retryPayout } from '../../money/payouts/payouts.service.ts';
import { releaseFrozenPayouts } from '../../money/payouts/frozen-payouts.service.ts';
import {
  getAuditPage,
  getBlockedPayoutsPage,
  getBookingForStaff,
  getBookingsPage,
  getChargebacksPage,
  readDisputeConversation,
  getDisputeForStaff,
  getDisputesPage,
  getExceptionsPage,
  getAdminOverview,
  getInboxPage,
  getPackagesPage,
  getRefundsPage,
  rebuildBookingAsStaff,
  resolveExceptionAsStaff,
  getUserForStaff,
  getUsersPage,
} from './admin.service.ts';
import { listRevenue } from './revenue.sql.ts';

export const adminRouter = router({
  overview: adminProcedure.query(({ ctx }) => getAdminOverview(ctx.deps)),
  inbox: adminProcedure.input(adminPage).query(({ ctx, input }) => getInboxPage(ctx.deps, input)),
  disputes: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => getDisputesPage(ctx.deps, input)),
  dispute: adminProcedure.input(idInput).query(({ ctx, input }) => getDisputeForStaff(ctx.deps, input.id)),
  // A mutation, because each access is recorded in the audit log.
  disputeConversation: adminProcedure
    .input(disputeConversationInput)
    .mutation(({ ctx, input }) => readDisputeConversation(ctx.deps, ctx.actor, input)),
  decideDispute: adminMoneyProcedure
    .input(adminDecision)
    .mutation(({ ctx, input: { id, keeps, ...decision } }) =>
      decideDispute(ctx.deps, ctx.actor, { disputeId: id, priceCentsToCreator: keeps, ...decision }),
    ),
  blockedPayouts: adminProcedure.input(adminPage).query(({ ctx, input }) => getBlockedPayoutsPage(ctx.deps, input)),
  retryPayout: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => retryPayout(ctx.deps, ctx.actor, input)),
  exceptions: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => getExceptionsPage(ctx.deps, input)),
  resolveException: adminMoneyProcedure
    .input(adminNote)
    .mutation(({ ctx, input }) => resolveExceptionAsStaff(ctx.deps, ctx.actor, input)),
  rebuildBooking: adminMoneyProcedure
    .input(adminNote)
    .mutation(({ ctx, input }) => rebuildBookingAsStaff(ctx.deps, ctx.actor, input)),
  chargebacks: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => getChargebacksPage(ctx.deps, input)),
  answerChargeback: adminMoneyProcedure
    .input(adminNote)
    .mutation(({ ctx, input }) => answerChargeback(ctx.deps, ctx.actor, input)),
  refunds: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => getRefundsPage(ctx.deps, input)),
  bookings: adminProcedure.input(adminBookings).query(({ ctx, input }) => getBookingsPage(ctx.deps, input)),
  booking: adminProcedure.input(idInput).query(({ ctx, input }) => getBookingForStaff(ctx.deps, input.id)),
  users: adminProcedure.input(adminUsers).query(({ ctx, input }) => getUsersPage(ctx.deps, input)),
  user: adminProcedure.input(idInput).query(({ ctx, input }) => getUserForStaff(ctx.deps, input.id)),
  suspendUser: adminProcedure.input(adminAction).mutation(({ ctx, input }) => suspendUser(ctx.deps, ctx.actor, input)),
  liftSuspension: adminProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => liftSuspension(ctx.deps, ctx.actor, input)),
  releasePayouts: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => releaseFrozenPayouts(ctx.deps, ctx.actor, input)),
  requestFactorReset: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => factorResets.requestFactorReset(ctx.deps, ctx.actor, input)),
  approveFactorReset: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => factorResets.approveFactorReset(ctx.deps, ctx.actor, input)),
  stopFactorReset: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => factorResets.stopFactorReset(ctx.deps, ctx.actor, input)),
  requestWorkspaceReturn: adminMoneyProcedure
    .input(adminWorkspaceReturn)
    .mutation(({ ctx, input }) => workspaceReturns.requestWorkspaceReturn(ctx.deps, ctx.actor, input)),
  approveWorkspaceReturn: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => workspaceReturns.approveWorkspaceReturn(ctx.deps, ctx.actor, input)),
  stopWorkspaceReturn: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => workspaceReturns.stopWorkspaceReturn(ctx.deps, ctx.actor, input)),
  packages: adminProcedure.input(adminPackages).query(({ ctx, input }) => getPackagesPage(ctx.deps, input)),
  hidePackage: adminProcedure.input(adminAction).mutation(({ ctx, input }) => hidePackage(ctx.deps, ctx.actor, input)),
  showPackage: adminProcedure.input(adminAction).mutation(({ ctx, input }) => showPackage(ctx.deps, ctx.actor, input)),
  messages: adminProcedure.input(threadListInput).query(({ ctx, input }) => getThreadsPage(ctx.deps, input)),
  message: adminProcedure.input(idInput).query(({ ctx, input }) => getThreadForStaff(ctx.deps, input.id)),
  answerMessage: adminProcedure
    .input(staffAnswer)
    .mutation(({ ctx, input }) => answerThread(ctx.deps, ctx.actor, input)),
  closeMessage: adminProcedure.input(adminNote).mutation(({ ctx, input }) => closeThread(ctx.deps, ctx.actor, input)),
  reports: adminProcedure.input(reportListInput).query(({ ctx, input }) => getReportsPage(ctx.deps, input)),
  decideReport: adminProcedure
    .input(reportDecision)
    .mutation(({ ctx, input }) => decideReport(ctx.deps, ctx.actor, input)),
  appeals: adminProcedure.input(adminPage).query(({ ctx, input }) => getAppealsPage(ctx.deps, input)),
  decideAppeal: adminProcedure
    .input(appealDecision)
    .mutation(({ ctx, input }) => decideAppeal(ctx.deps, ctx.actor, input)),
  proofs: adminProcedure
    .input(followerProofListInput)
    .query(({ ctx, input }) => getFollowerProofsPage(ctx.deps, input)),
  decideProof: adminProcedure
    .input(followerProofDecision)
    .mutation(({ ctx, input }) => decideFollowerProof(ctx.deps, ctx.actor, input)),
  audit: adminProcedure.input(adminAudit).query(({ ctx, input }) => getAuditPage(ctx.deps, input)),
  revenue: adminProcedure.query(({ ctx }) => listRevenue(ctx.deps.db, ctx.deps.now())),
  market: adminProcedure.input(periodInput).query(({ ctx, input }) => marketOverTime(ctx.deps, input)),
  cohorts: adminProcedure.query(({ ctx }) => getBrandCohorts(ctx.deps)),
  missedSearches: adminProcedure.query(({ ctx }) => getMissedSearches(ctx.deps)),
});
