import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { lookAtLinks } from './looks.service.ts';

export const postJobs = (deps: Deps) =>
  ({
    'publications.drop_picture': ({ name }) => deps.files.remove(name),
    'publications.look_at_links': () => lookAtLinks(deps),
  }) satisfies Partial<JobHandlers>;
