import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { lapseDispute } from './disputes.service.ts';

export const disputeJobs = (deps: Deps) =>
  ({
    'disputes.lapse': ({ disputeId }) => lapseDispute(deps, disputeId),
  }) satisfies Partial<JobHandlers>;
