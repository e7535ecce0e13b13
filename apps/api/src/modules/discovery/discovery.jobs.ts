import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { isFigureName, refreshIfTooOld } from './figures.service.ts';

export const discoveryJobs = (deps: Deps) =>
  ({
    // An older version may have asked for a figure that is no more.
    'discovery.refresh': async ({ figure }) => {
      if (isFigureName(figure)) await refreshIfTooOld(deps, figure);
    },
  }) satisfies Partial<JobHandlers>;
