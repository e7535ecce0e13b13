import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { removeParts } from '../../core/stored-files.ts';

export const deliveryJobs = (deps: Deps) =>
  ({ 'deliveries.drop_file': ({ id, parts }) => removeParts(deps, id, parts) }) satisfies Partial<JobHandlers>;
