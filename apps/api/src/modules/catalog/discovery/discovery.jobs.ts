import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { isFigureName, refreshIfTooOld } from './figures.service.ts';

export const discoveryJobs = (deps: Deps) =>
  ({
    // A job from before a deployment may name precomputed data that no longer exists.
    'discovery.refresh': async ({ figure }) => {
      if (isFigureName(figure)) await refreshIfTooOld(deps, figure);
    },
  }) satisfies Partial<JobHandlers>;
