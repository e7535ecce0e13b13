import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { lapseUnaccepted } from './bookings.service.ts';

export const bookingJobs = (deps: Deps) =>
  ({
    'bookings.lapse_unaccepted': ({ bookingId }) => lapseUnaccepted(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
