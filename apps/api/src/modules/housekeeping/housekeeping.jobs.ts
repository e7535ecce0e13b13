import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { keepHouse } from './housekeeping.service.ts';

export const housekeepingJobs = (deps: Deps) =>
  ({
    'housekeeping.run': () => keepHouse(deps),
  }) satisfies Partial<JobHandlers>;
