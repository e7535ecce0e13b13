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
  byId,
  disputeConversation,
  proofDecision,
  proofsShown,
  reportDecision,
  reportsShown,
  spanAsked,
  staffAnswer,
  threadsShown,
} from '@marquee/validation';
import { adminProcedure, router } from '../../core/trpc.ts';
import { brandCohorts, marketOverTime } from '../analytics/market.service.ts';
import { missedSearches } from '../analytics/missed-searches.service.ts';
import { liftSuspension, suspendUser } from '../auth/suspension.service.ts';
import { decideProof, proofsPage } from '../evidence/evidence.service.ts';
import { answerChargeback } from '../chargebacks/responses.service.ts';
import { decideDispute } from '../disputes/disputes.service.ts';
import { hidePackage, showPackage } from '../packages/moderation.service.ts';
import { appealsPage, decideAppeal, decideReport, reportsPage } from '../reports/reports.service.ts';
import { answerThread, closeThread, threadOf, threadsPage } from '../support/threads.service.ts';
import { retryPayout } from '../payouts/payouts.service.ts';
import {
  auditPage,
  blockedPayoutsPage,
  bookingOf,
  bookingsPage,
  chargebacksPage,
  conversationOfDispute,
  disputeOf,
  disputesPage,
  exceptionsPage,
  overview,
  packagesPage,
  refundsPage,
  settleException,
  userOf,
  usersPage,
} from './admin.service.ts';
import { listRevenue } from './revenue.sql.ts';

export const adminRouter = router({
  overview: adminProcedure.query(({ ctx }) => overview(ctx)),
  disputes: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => disputesPage(ctx, input)),
  dispute: adminProcedure.input(byId).query(({ ctx, input }) => disputeOf(ctx, input.id)),
  // A mutation: reading it is recorded.
  disputeConversation: adminProcedure
    .input(disputeConversation)
    .mutation(({ ctx, input }) => conversationOfDispute(ctx, input)),
  decideDispute: adminProcedure
    .input(adminDecision)
    .mutation(({ ctx, input: { id, keeps, ...decision } }) =>
      decideDispute(ctx, { disputeId: id, priceCentsToCreator: keeps, ...decision }),
    ),
  blockedPayouts: adminProcedure.input(adminPage).query(({ ctx, input }) => blockedPayoutsPage(ctx, input)),
  retryPayout: adminProcedure.input(adminAction).mutation(({ ctx, input }) => retryPayout(ctx, input)),
  exceptions: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => exceptionsPage(ctx, input)),
  resolveException: adminProcedure.input(adminNote).mutation(({ ctx, input }) => settleException(ctx, input)),
  chargebacks: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => chargebacksPage(ctx, input)),
  answerChargeback: adminProcedure.input(adminNote).mutation(({ ctx, input }) => answerChargeback(ctx, input)),
  refunds: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => refundsPage(ctx, input)),
  bookings: adminProcedure.input(adminBookings).query(({ ctx, input }) => bookingsPage(ctx, input)),
  booking: adminProcedure.input(byId).query(({ ctx, input }) => bookingOf(ctx, input.id)),
  users: adminProcedure.input(adminUsers).query(({ ctx, input }) => usersPage(ctx, input)),
  user: adminProcedure.input(byId).query(({ ctx, input }) => userOf(ctx, input.id)),
  suspendUser: adminProcedure.input(adminAction).mutation(({ ctx, input }) => suspendUser(ctx, input)),
  liftSuspension: adminProcedure.input(adminAction).mutation(({ ctx, input }) => liftSuspension(ctx, input)),
  packages: adminProcedure.input(adminPackages).query(({ ctx, input }) => packagesPage(ctx, input)),
  hidePackage: adminProcedure.input(adminAction).mutation(({ ctx, input }) => hidePackage(ctx, input)),
  showPackage: adminProcedure.input(adminAction).mutation(({ ctx, input }) => showPackage(ctx, input)),
  messages: adminProcedure.input(threadsShown).query(({ ctx, input }) => threadsPage(ctx, input)),
  message: adminProcedure.input(byId).query(({ ctx, input }) => threadOf(ctx, input.id)),
  answerMessage: adminProcedure.input(staffAnswer).mutation(({ ctx, input }) => answerThread(ctx, input)),
  closeMessage: adminProcedure.input(adminNote).mutation(({ ctx, input }) => closeThread(ctx, input)),
  reports: adminProcedure.input(reportsShown).query(({ ctx, input }) => reportsPage(ctx, input)),
  decideReport: adminProcedure.input(reportDecision).mutation(({ ctx, input }) => decideReport(ctx, input)),
  appeals: adminProcedure.input(adminPage).query(({ ctx, input }) => appealsPage(ctx, input)),
  decideAppeal: adminProcedure.input(appealDecision).mutation(({ ctx, input }) => decideAppeal(ctx, input)),
  proofs: adminProcedure.input(proofsShown).query(({ ctx, input }) => proofsPage(ctx, input)),
  decideProof: adminProcedure.input(proofDecision).mutation(({ ctx, input }) => decideProof(ctx, input)),
  audit: adminProcedure.input(adminAudit).query(({ ctx, input }) => auditPage(ctx, input)),
  revenue: adminProcedure.query(({ ctx }) => listRevenue(ctx.db, ctx.now())),
  market: adminProcedure.input(spanAsked).query(({ ctx, input }) => marketOverTime(ctx, input)),
  cohorts: adminProcedure.query(({ ctx }) => brandCohorts(ctx)),
  missedSearches: adminProcedure.query(({ ctx }) => missedSearches(ctx)),
});
