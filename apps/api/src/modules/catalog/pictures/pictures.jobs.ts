import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { deletePictureIfUnused } from './pictures.service.ts';

export const pictureJobs = (deps: Deps) =>
  ({
    'pictures.drop': ({ url }) => deletePictureIfUnused(deps, url),
  }) satisfies Partial<JobHandlers>;
