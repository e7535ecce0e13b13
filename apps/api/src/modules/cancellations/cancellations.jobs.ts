import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { endStalled, lapseCancellation } from './cancellations.service.ts';

export const cancellationJobs = (deps: Deps) =>
  ({
    'cancellations.lapse': ({ bookingId }) => lapseCancellation(deps, bookingId),
    'cancellations.end_stalled': ({ bookingId }) => endStalled(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
