import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { listWhenMissing } from '../ledger/exceptions.service.ts';
import { respond } from './responses.service.ts';
import { syncChargeback } from './chargebacks.service.ts';

export const chargebackJobs = (deps: Deps) =>
  ({
    'chargebacks.sync': ({ stripeDisputeId }, since) =>
      listWhenMissing(deps, { subject: stripeDisputeId, since }, () => syncChargeback(deps, stripeDisputeId)),
    'chargebacks.respond': ({ bookingId }) => respond(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
