import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { cancelStalledBooking, expireCancellation } from './cancellations.service.ts';

export const cancellationJobs = (deps: Deps) =>
  ({
    'cancellations.expire': ({ bookingId }) => expireCancellation(deps, bookingId),
    'cancellations.end_stalled': ({ bookingId }) => cancelStalledBooking(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
