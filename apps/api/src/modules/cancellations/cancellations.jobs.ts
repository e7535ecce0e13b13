import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { lapseCancellation } from './cancellations.service.ts';

export const cancellationJobs = (deps: Deps) =>
  ({
    'cancellations.lapse': ({ bookingId }) => lapseCancellation(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
