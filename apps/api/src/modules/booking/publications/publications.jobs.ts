import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { checkPublicationLinks } from './link-checks.service.ts';

export const publicationJobs = (deps: Deps) =>
  ({
    'publications.drop_picture': ({ name }) => deps.files.remove(name),
    'publications.look_at_links': () => checkPublicationLinks(deps),
  }) satisfies Partial<JobHandlers>;
