import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { removeFileParts } from '../../../core/stored-files.ts';

export const deliveryJobs = (deps: Deps) =>
  ({ 'deliveries.drop_file': ({ id, parts }) => removeFileParts(deps, id, parts) }) satisfies Partial<JobHandlers>;
