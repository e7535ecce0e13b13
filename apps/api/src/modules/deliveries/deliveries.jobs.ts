import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { dropFile } from './files.service.ts';

export const deliveryJobs = (deps: Deps) =>
  ({ 'deliveries.drop_file': (file) => dropFile(deps, file) }) satisfies Partial<JobHandlers>;
