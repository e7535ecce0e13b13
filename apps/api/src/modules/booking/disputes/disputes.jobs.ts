import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { handleDisputeDeadline } from './disputes.service.ts';

export const disputeJobs = (deps: Deps) =>
  ({
    'disputes.handle_deadline': ({ disputeId }) => handleDisputeDeadline(deps, disputeId),
  }) satisfies Partial<JobHandlers>;
