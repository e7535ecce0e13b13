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
  byId,
} from '@marquee/validation';
import { adminProcedure, router } from '../../core/trpc.ts';
import { liftSuspension, suspendUser } from '../auth/suspension.service.ts';
import { decideDispute } from '../disputes/disputes.service.ts';
import { hidePackage, showPackage } from '../packages/moderation.service.ts';
import { retryPayout } from '../payouts/payouts.service.ts';
import {
  answerMessage,
  auditPage,
  blockedPayoutsPage,
  bookingOf,
  bookingsPage,
  disputeOf,
  disputesPage,
  exceptionsPage,
  messagesPage,
  overview,
  packagesPage,
  refundsPage,
  revenueOf,
  settleException,
  userOf,
  usersPage,
} from './admin.service.ts';

export const adminRouter = router({
  overview: adminProcedure.query(({ ctx }) => overview(ctx)),
  disputes: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => disputesPage(ctx, input)),
  dispute: adminProcedure.input(byId).query(({ ctx, input }) => disputeOf(ctx, input.id)),
  decideDispute: adminProcedure
    .input(adminDecision)
    .mutation(({ ctx, input: { id, keeps, ...decision } }) =>
      decideDispute(ctx, { disputeId: id, priceCentsToCreator: keeps, ...decision }),
    ),
  blockedPayouts: adminProcedure.input(adminPage).query(({ ctx, input }) => blockedPayoutsPage(ctx, input)),
  retryPayout: adminProcedure.input(adminAction).mutation(({ ctx, input }) => retryPayout(ctx, input)),
  exceptions: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => exceptionsPage(ctx, input)),
  resolveException: adminProcedure.input(adminNote).mutation(({ ctx, input }) => settleException(ctx, input)),
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
  messages: adminProcedure.input(adminOpenOrDone).query(({ ctx, input }) => messagesPage(ctx, input)),
  answerMessage: adminProcedure.input(adminNote).mutation(({ ctx, input }) => answerMessage(ctx, input)),
  audit: adminProcedure.input(adminAudit).query(({ ctx, input }) => auditPage(ctx, input)),
  revenue: adminProcedure.query(({ ctx }) => revenueOf(ctx)),
});
