/**
 * Combines the routers of all modules. The web app may import nothing from this project except the type `AppRouter`.
 */
import type { inferRouterInputs } from '@trpc/server';
import { ACCESS_BY_PROCEDURE, type Access } from '../core/permissions.ts';
import { createCallerFactory, router } from '../core/trpc.ts';
import { workspacesRouter } from '../modules/workspaces/workspaces.router.ts';
import { personalDataRouter } from '../modules/personal-data/personal-data.router.ts';
import { adminRouter } from '../modules/admin/admin.router.ts';
import { agenciesRouter } from '../modules/agencies/agencies.router.ts';
import { authRouter } from '../modules/auth/auth.router.ts';
import { availabilityRouter } from '../modules/availability/availability.router.ts';
import { factorsRouter } from '../modules/factors/factors.router.ts';
import { approvalsRouter } from '../modules/approvals/approvals.router.ts';
import { orderRequestsRouter } from '../modules/order-requests/order-requests.router.ts';
import { budgetsRouter } from '../modules/budgets/budgets.router.ts';
import { clientsRouter } from '../modules/clients/clients.router.ts';
import { bookingsRouter } from '../modules/bookings/bookings.router.ts';
import { cancellationsRouter } from '../modules/cancellations/cancellations.router.ts';
import { discoveryRouter } from '../modules/discovery/discovery.router.ts';
import { disputesRouter } from '../modules/disputes/disputes.router.ts';
import { matchingRouter } from '../modules/matching/matching.router.ts';
import { offersRouter } from '../modules/offers/offers.router.ts';
import { analyticsRouter } from '../modules/analytics/analytics.router.ts';
import { notificationsRouter } from '../modules/notifications/notifications.router.ts';
import { calendarRouter } from '../modules/calendar/calendar.router.ts';
import { shipmentsRouter } from '../modules/shipments/shipments.router.ts';
import { publicationsRouter } from '../modules/publications/publications.router.ts';
import { deliveriesRouter } from '../modules/deliveries/deliveries.router.ts';
import { followerProofsRouter } from '../modules/follower-proofs/follower-proofs.router.ts';
import { guestReviewsRouter } from '../modules/guest-reviews/guest-reviews.router.ts';
import { healthRouter } from '../modules/health/health.router.ts';
import { messagesRouter } from '../modules/messages/messages.router.ts';
import { packagesRouter } from '../modules/packages/packages.router.ts';
import { paymentsRouter } from '../modules/payments/payments.router.ts';
import { payoutsRouter } from '../modules/payouts/payouts.router.ts';
import { profilesRouter } from '../modules/profiles/profiles.router.ts';
import { questionnairesRouter } from '../modules/questionnaires/questionnaires.router.ts';
import { receiptsRouter } from '../modules/receipts/receipts.router.ts';
import { reconciliationRouter } from '../modules/reconciliation/reconciliation.router.ts';
import { reportsRouter } from '../modules/reports/reports.router.ts';
import { reviewsRouter } from '../modules/reviews/reviews.router.ts';
import { savedItemsRouter } from '../modules/saved-items/saved-items.router.ts';
import { settlementsRouter } from '../modules/settlements/settlements.router.ts';
import { supportRouter } from '../modules/support/support.router.ts';
import { operatorTermsRouter } from '../modules/operator-terms/operator-terms.router.ts';

export const appRouter = router({
  auth: authRouter,
  factors: factorsRouter,
  workspaces: workspacesRouter,
  personalData: personalDataRouter,
  packages: packagesRouter,
  questionnaires: questionnairesRouter,
  availability: availabilityRouter,
  approvals: approvalsRouter,
  orderRequests: orderRequestsRouter,
  clients: clientsRouter,
  budgets: budgetsRouter,
  bookings: bookingsRouter,
  profiles: profilesRouter,
  analytics: analyticsRouter,
  calendar: calendarRouter,
  deliveries: deliveriesRouter,
  guestReviews: guestReviewsRouter,
  publications: publicationsRouter,
  shipments: shipmentsRouter,
  followerProofs: followerProofsRouter,
  messages: messagesRouter,
  notifications: notificationsRouter,
  payments: paymentsRouter,
  settlements: settlementsRouter,
  agencies: agenciesRouter,
  payouts: payoutsRouter,
  discovery: discoveryRouter,
  matching: matchingRouter,
  offers: offersRouter,
  support: supportRouter,
  reports: reportsRouter,
  reviews: reviewsRouter,
  reconciliation: reconciliationRouter,
  cancellations: cancellationsRouter,
  disputes: disputesRouter,
  receipts: receiptsRouter,
  savedItems: savedItemsRouter,
  operatorTerms: operatorTermsRouter,
  health: healthRouter,
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;

type Inputs = inferRouterInputs<AppRouter>;

/** The path of every procedure of the API, such as 'bookings.move'. */
export type ProcedurePath = {
  [R in keyof Inputs]: `${R}.${keyof Inputs[R] & string}`;
}[keyof Inputs];

/** The access of each procedure. Compiles only if every procedure is listed. */
export const ACCESS: Readonly<Record<ProcedurePath, Access>> = ACCESS_BY_PROCEDURE;

/** Calls procedures without HTTP. Used by the REST routes, seeds and tests. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
