import type { Deps } from '../core/deps.ts';
import type { JobHandlers } from '../core/jobs.ts';
import { authJobs } from '../modules/auth/auth.jobs.ts';
import { availabilityJobs } from '../modules/availability/availability.jobs.ts';
import { bookingJobs } from '../modules/bookings/bookings.jobs.ts';
import { cancellationJobs } from '../modules/cancellations/cancellations.jobs.ts';
import { chargebackJobs } from '../modules/chargebacks/chargebacks.jobs.ts';
import { discoveryJobs } from '../modules/discovery/discovery.jobs.ts';
import { disputeJobs } from '../modules/disputes/disputes.jobs.ts';
import { housekeepingJobs } from '../modules/housekeeping/housekeeping.jobs.ts';
import { mailJobs } from '../modules/mail/mail.jobs.ts';
import { offerJobs } from '../modules/offers/offers.jobs.ts';
import { orderRequestJobs } from '../modules/order-requests/order-requests.jobs.ts';
import { messageJobs } from '../modules/messages/messages.jobs.ts';
import { paymentJobs } from '../modules/payments/payments.jobs.ts';
import { payoutJobs } from '../modules/payouts/payouts.jobs.ts';
import { deliveryJobs } from '../modules/deliveries/deliveries.jobs.ts';
import { pictureJobs } from '../modules/pictures/pictures.jobs.ts';
import { reconciliationJobs } from '../modules/reconciliation/reconciliation.jobs.ts';
import { reviewJobs } from '../modules/reviews/reviews.jobs.ts';
import { savedItemJobs } from '../modules/saved-items/saved-items.jobs.ts';
import { publicationJobs } from '../modules/publications/publications.jobs.ts';
import { settlementJobs } from '../modules/settlements/settlements.jobs.ts';

/** Returns the job handlers of all modules. The code does not compile if one is missing. */
export const createJobHandlers = (deps: Deps): JobHandlers => ({
  ...availabilityJobs(deps),
  ...bookingJobs(deps),
  ...offerJobs(deps),
  ...orderRequestJobs(deps),
  ...paymentJobs(deps),
  ...settlementJobs(deps),
  ...cancellationJobs(deps),
  ...disputeJobs(deps),
  ...chargebackJobs(deps),
  ...reconciliationJobs(deps),
  ...payoutJobs(deps),
  ...deliveryJobs(deps),
  ...pictureJobs(deps),
  ...publicationJobs(deps),
  ...mailJobs(deps),
  ...messageJobs(deps),
  ...authJobs(deps),
  ...housekeepingJobs(deps),
  ...discoveryJobs(deps),
  ...savedItemJobs(deps),
  ...reviewJobs(deps),
});
