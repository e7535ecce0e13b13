import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { runOwnershipChange } from './ownership-changes.service.ts';

export const workspacesJobs = (deps: Deps) =>
  ({
    'workspaces.change_ownership': ({ changeId }) => runOwnershipChange(deps, changeId),
  }) satisfies Partial<JobHandlers>;
