import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { closeBooked, lapseOffer } from './offers.service.ts';

export const offerJobs = (deps: Deps) =>
  ({
    'offers.lapse': ({ offerId }) => lapseOffer(deps, offerId),
    'offers.booked': ({ bookingId }) => closeBooked(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
