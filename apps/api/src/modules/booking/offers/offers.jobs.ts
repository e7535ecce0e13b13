import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { closeBookedOffer, expireOffer } from './offers.service.ts';

export const offerJobs = (deps: Deps) =>
  ({
    'offers.expire': ({ offerId }) => expireOffer(deps, offerId),
    'offers.booked': ({ bookingId }) => closeBookedOffer(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
