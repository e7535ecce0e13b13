import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { syncChargeback } from './chargebacks.service.ts';

export const chargebackJobs = (deps: Deps) =>
  ({
    'chargebacks.sync': ({ stripeDisputeId }) => syncChargeback(deps, stripeDisputeId),
  }) satisfies Partial<JobHandlers>;
