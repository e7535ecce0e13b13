import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { removeFileParts } from './content.service.ts';

export const fileJobs = (deps: Deps) =>
  ({ 'files.drop': ({ id, parts }) => removeFileParts(deps, id, parts) }) satisfies Partial<JobHandlers>;
