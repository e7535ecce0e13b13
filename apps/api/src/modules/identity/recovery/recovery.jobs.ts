import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { runWorkspaceReturn } from './workspace-returns.service.ts';

export const recoveryJobs = (deps: Deps) =>
  ({
    'recovery.return_workspace': ({ requestId }) => runWorkspaceReturn(deps, requestId),
  }) satisfies Partial<JobHandlers>;
