import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { lapseOffer, serve } from './availability.service.ts';

export const availabilityJobs = (deps: Deps) =>
  ({
    'availability.serve': ({ creatorId }) => serve(deps, creatorId),
    'availability.lapse_offer': ({ placeId }) => lapseOffer(deps, placeId),
  }) satisfies Partial<JobHandlers>;
