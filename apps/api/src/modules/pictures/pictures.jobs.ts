import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { dropPicture } from './pictures.service.ts';

export const pictureJobs = (deps: Deps) =>
  ({
    'pictures.drop': ({ url }) => dropPicture(deps, url),
  }) satisfies Partial<JobHandlers>;
