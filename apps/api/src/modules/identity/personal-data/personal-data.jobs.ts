import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { eraseDeletedAccount } from './user-data.service.ts';

export const personalDataJobs = (deps: Deps) =>
  ({
    'personal_data.erase': ({ personId }) => eraseDeletedAccount(deps, personId),
  }) satisfies Partial<JobHandlers>;
