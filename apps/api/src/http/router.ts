/**
 * Combines the routers of all modules. The web app may import nothing from this project except the type `AppRouter`.
 */
import type { inferRouterInputs } from '@trpc/server';
import { createCallerFactory, router } from '../core/trpc.ts';
import { workspacesRouter } from '../modules/identity/workspaces/workspaces.router.ts';
import { personalDataRouter } from '../modules/identity/personal-data/personal-data.router.ts';
import { adminRouter } from '../modules/staff/admin/admin.router.ts';
import { agenciesRouter } from '../modules/identity/agencies/agencies.router.ts';
import { recoveryRouter } from '../modules/identity/recovery/recovery.router.ts';
import { authRouter } from '../modules/identity/auth/auth.router.ts';
import { availabilityRouter } from '../modules/catalog/availability/availability.router.ts';
import { factorsRouter } from '../modules/identity/factors/factors.router.ts';
import { approvalsRouter } from '../modules/booking/approvals/approvals.router.ts';
import { orderRequestsRouter } from '../modules/booking/order-requests/order-requests.router.ts';
import { budgetsRouter } from '../modules/booking/budgets/budgets.router.ts';
import { clientsRouter } from '../modules/identity/clients/clients.router.ts';
import { bookingsRouter } from '../modules/booking/bookings/bookings.router.ts';
import { cancellationsRouter } from '../modules/booking/cancellations/cancellations.router.ts';
import { discoveryRouter } from '../modules/catalog/discovery/discovery.router.ts';
import { disputesRouter } from '../modules/booking/disputes/disputes.router.ts';
import { matchingRouter } from '../modules/catalog/matching/matching.router.ts';
import { offersRouter } from '../modules/booking/offers/offers.router.ts';
import { analyticsRouter } from '../modules/staff/analytics/analytics.router.ts';
import { notificationsRouter } from '../modules/messaging/notifications/notifications.router.ts';
import { calendarRouter } from '../modules/messaging/calendar/calendar.router.ts';
import { shipmentsRouter } from '../modules/booking/shipments/shipments.router.ts';
import { publicationsRouter } from '../modules/booking/publications/publications.router.ts';
import { deliveriesRouter } from '../modules/booking/deliveries/deliveries.router.ts';
import { followerProofsRouter } from '../modules/catalog/follower-proofs/follower-proofs.router.ts';
import { guestReviewsRouter } from '../modules/booking/guest-reviews/guest-reviews.router.ts';
import { healthRouter } from '../modules/staff/health/health.router.ts';
import { messagesRouter } from '../modules/messaging/messages/messages.router.ts';
import { packagesRouter } from '../modules/catalog/packages/packages.router.ts';
import { paymentsRouter } from '../modules/money/payments/payments.router.ts';
import { payoutsRouter } from '../modules/money/payouts/payouts.router.ts';
import { profilesRouter } from '../modules/catalog/profiles/profiles.router.ts';
import { questionnairesRouter } from '../modules/catalog/questionnaires/questionnaires.router.ts';
import { receiptsRouter } from '../modules/money/receipts/receipts.router.ts';
import { reconciliationRouter } from '../modules/money/reconciliation/reconciliation.router.ts';
import { reportsRouter } from '../modules/staff/reports/reports.router.ts';
import { reviewsRouter } from '../modules/catalog/reviews/reviews.router.ts';
import { savedItemsRouter } from '../modules/catalog/saved-items/saved-items.router.ts';
import { settlementsRouter } from '../modules/money/settlements/settlements.router.ts';
import { supportRouter } from '../modules/messaging/support/support.router.ts';
import { operatorTermsRouter } from '../modules/money/operator-terms/operator-terms.router.ts';

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
  recovery: recoveryRouter,
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

/** Calls procedures without HTTP. Used by the REST routes, seeds and tests. */
export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
