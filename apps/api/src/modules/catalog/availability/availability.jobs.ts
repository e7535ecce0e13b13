import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { expireHold, serveWaitingList } from './waiting-list.service.ts';

export const availabilityJobs = (deps: Deps) =>
  ({
    'availability.serve': ({ creatorId }) => serveWaitingList(deps, creatorId),
    'availability.expire_offer': ({ placeId }) => expireHold(deps, placeId),
  }) satisfies Partial<JobHandlers>;
