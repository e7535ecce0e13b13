import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { isFigureName, refreshIfTooOld } from './figures.service.ts';

export const discoveryJobs = (deps: Deps) =>
  ({
    // A job that was enqueued by an older version may name a figure that no longer exists.
    'discovery.refresh': async ({ figure }) => {
      if (isFigureName(figure)) await refreshIfTooOld(deps, figure);
    },
  }) satisfies Partial<JobHandlers>;
