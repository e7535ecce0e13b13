import type { Deps } from '../core/deps.ts';
import type { JobHandlers } from '../core/jobs.ts';
import { authJobs } from '../modules/identity/auth/auth.jobs.ts';
import { recoveryJobs } from '../modules/identity/recovery/recovery.jobs.ts';
import { personalDataJobs } from '../modules/identity/personal-data/personal-data.jobs.ts';
import { workspacesJobs } from '../modules/identity/workspaces/workspaces.jobs.ts';
import { availabilityJobs } from '../modules/catalog/availability/availability.jobs.ts';
import { bookingJobs } from '../modules/booking/bookings/bookings.jobs.ts';
import { cancellationJobs } from '../modules/booking/cancellations/cancellations.jobs.ts';
import { chargebackJobs } from '../modules/money/chargebacks/chargebacks.jobs.ts';
import { discoveryJobs } from '../modules/catalog/discovery/discovery.jobs.ts';
import { disputeJobs } from '../modules/booking/disputes/disputes.jobs.ts';
import { housekeepingJobs } from '../modules/staff/housekeeping/housekeeping.jobs.ts';
import { mailJobs } from '../modules/messaging/mail/mail.jobs.ts';
import { offerJobs } from '../modules/booking/offers/offers.jobs.ts';
import { orderRequestJobs } from '../modules/booking/order-requests/order-requests.jobs.ts';
import { messageJobs } from '../modules/messaging/messages/messages.jobs.ts';
import { paymentJobs } from '../modules/money/payments/payments.jobs.ts';
import { payoutJobs } from '../modules/money/payouts/payouts.jobs.ts';
import { fileJobs } from '../modules/booking/files/files.jobs.ts';
import { pictureJobs } from '../modules/catalog/pictures/pictures.jobs.ts';
import { reconciliationJobs } from '../modules/money/reconciliation/reconciliation.jobs.ts';
import { reviewJobs } from '../modules/catalog/reviews/reviews.jobs.ts';
import { savedItemJobs } from '../modules/catalog/saved-items/saved-items.jobs.ts';
import { publicationJobs } from '../modules/booking/publications/publications.jobs.ts';
import { settlementJobs } from '../modules/money/settlements/settlements.jobs.ts';

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
  ...fileJobs(deps),
  ...pictureJobs(deps),
  ...publicationJobs(deps),
  ...mailJobs(deps),
  ...messageJobs(deps),
  ...authJobs(deps),
  ...workspacesJobs(deps),
  ...recoveryJobs(deps),
  ...personalDataJobs(deps),
  ...housekeepingJobs(deps),
  ...discoveryJobs(deps),
  ...savedItemJobs(deps),
  ...reviewJobs(deps),
});
