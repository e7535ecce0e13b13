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
import { liftSuspension, suspendUser } from '../../identity/accounts/suspension.service.ts';
import { decideFollowerProof, getFollowerProofsPage } from '../../catalog/follower-proofs/follower-proofs.service.ts';
import { answerChargeback } from '../../money/chargebacks/responses.service.ts';
import { decideDispute } from '../../booking/disputes/disputes.service.ts';
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
  resolveExceptionAsStaff,
  getUserForStaff,
  getUsersPage,
} from './admin.service.ts';
import { listRevenue } from './revenue.sql.ts';

export const adminRouter = router({
  overview: adminProcedure.query(({ ctx }) => getAdminOverview(ctx)),
  inbox: adminProcedure.input(adminPage).query(({ ctx, input }) => getInboxPage(ctx, input)),
  disputes: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => getDisputesPage(ctx, input)),
  dispute: adminProcedure.input(idInput).query(({ ctx, input }) => getDisputeForStaff(ctx, input.id)),
  // A mutation, because each access is recorded in the audit log.
  disputeConversation: adminProcedure
    .input(disputeConversationInput)
    .mutation(({ ctx, input }) => readDisputeConversation(ctx, input)),
  decideDispute: adminMoneyProcedure
    .input(adminDecision)
    .mutation(({ ctx, input: { id, keeps, ...decision } }) =>
      decideDispute(ctx, { disputeId: id, priceCentsToCreator: keeps, ...decision }),
    ),
  blockedPayouts: adminProcedure.input(adminPage).query(({ ctx, input }) => getBlockedPayoutsPage(ctx, input)),
  retryPayout: adminMoneyProcedure.input(adminAction).mutation(({ ctx, input }) => retryPayout(ctx, input)),
  exceptions: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => getExceptionsPage(ctx, input)),
  resolveException: adminMoneyProcedure
    .input(adminNote)
    .mutation(({ ctx, input }) => resolveExceptionAsStaff(ctx, input)),
  chargebacks: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => getChargebacksPage(ctx, input)),
  answerChargeback: adminMoneyProcedure.input(adminNote).mutation(({ ctx, input }) => answerChargeback(ctx, input)),
  refunds: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => getRefundsPage(ctx, input)),
  bookings: adminProcedure.input(adminBookings).query(({ ctx, input }) => getBookingsPage(ctx, input)),
  booking: adminProcedure.input(idInput).query(({ ctx, input }) => getBookingForStaff(ctx, input.id)),
  users: adminProcedure.input(adminUsers).query(({ ctx, input }) => getUsersPage(ctx, input)),
  user: adminProcedure.input(idInput).query(({ ctx, input }) => getUserForStaff(ctx, input.id)),
  suspendUser: adminProcedure.input(adminAction).mutation(({ ctx, input }) => suspendUser(ctx, input)),
  liftSuspension: adminProcedure.input(adminAction).mutation(({ ctx, input }) => liftSuspension(ctx, input)),
  releasePayouts: adminMoneyProcedure.input(adminAction).mutation(({ ctx, input }) => releaseFrozenPayouts(ctx, input)),
  requestFactorReset: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => factorResets.requestFactorReset(ctx, input)),
  approveFactorReset: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => factorResets.approveFactorReset(ctx, input)),
  stopFactorReset: adminMoneyProcedure
    .input(adminAction)
    .mutation(({ ctx, input }) => factorResets.stopFactorReset(ctx, input)),
  packages: adminProcedure.input(adminPackages).query(({ ctx, input }) => getPackagesPage(ctx, input)),
  hidePackage: adminProcedure.input(adminAction).mutation(({ ctx, input }) => hidePackage(ctx, input)),
  showPackage: adminProcedure.input(adminAction).mutation(({ ctx, input }) => showPackage(ctx, input)),
  messages: adminProcedure.input(threadListInput).query(({ ctx, input }) => getThreadsPage(ctx, input)),
  message: adminProcedure.input(idInput).query(({ ctx, input }) => getThreadForStaff(ctx, input.id)),
  answerMessage: adminProcedure.input(staffAnswer).mutation(({ ctx, input }) => answerThread(ctx, input)),
  closeMessage: adminProcedure.input(adminNote).mutation(({ ctx, input }) => closeThread(ctx, input)),
  reports: adminProcedure.input(reportListInput).query(({ ctx, input }) => getReportsPage(ctx, input)),
  decideReport: adminProcedure.input(reportDecision).mutation(({ ctx, input }) => decideReport(ctx, input)),
  appeals: adminProcedure.input(adminPage).query(({ ctx, input }) => getAppealsPage(ctx, input)),
  decideAppeal: adminProcedure.input(appealDecision).mutation(({ ctx, input }) => decideAppeal(ctx, input)),
  proofs: adminProcedure.input(followerProofListInput).query(({ ctx, input }) => getFollowerProofsPage(ctx, input)),
  decideProof: adminProcedure
    .input(followerProofDecision)
    .mutation(({ ctx, input }) => decideFollowerProof(ctx, input)),
  audit: adminProcedure.input(adminAudit).query(({ ctx, input }) => getAuditPage(ctx, input)),
  revenue: adminProcedure.query(({ ctx }) => listRevenue(ctx.db, ctx.now())),
  market: adminProcedure.input(periodInput).query(({ ctx, input }) => marketOverTime(ctx, input)),
  cohorts: adminProcedure.query(({ ctx }) => getBrandCohorts(ctx)),
  missedSearches: adminProcedure.query(({ ctx }) => getMissedSearches(ctx)),
});
