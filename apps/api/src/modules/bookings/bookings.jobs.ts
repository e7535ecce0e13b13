import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs.ts';
import { lapseUnaccepted } from './bookings.service.ts';

export const bookingJobs = (deps: Deps) =>
  ({
    'bookings.lapse_unaccepted': ({ bookingId }) => lapseUnaccepted(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
