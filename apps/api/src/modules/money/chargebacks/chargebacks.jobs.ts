import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { openExceptionIfMissing } from '../ledger/exceptions.service.ts';
import { sendChargebackResponse } from './responses.service.ts';
import { syncChargeback } from './chargebacks.service.ts';

export const chargebackJobs = (deps: Deps) =>
  ({
    'chargebacks.sync': ({ stripeDisputeId }, since) =>
      openExceptionIfMissing(deps, { subject: stripeDisputeId, since }, () => syncChargeback(deps, stripeDisputeId)),
    'chargebacks.respond': ({ bookingId }) => sendChargebackResponse(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
