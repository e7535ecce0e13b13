import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { runHousekeeping } from './housekeeping.service.ts';

export const housekeepingJobs = (deps: Deps) =>
  ({
    'housekeeping.run': () => runHousekeeping(deps),
  }) satisfies Partial<JobHandlers>;
