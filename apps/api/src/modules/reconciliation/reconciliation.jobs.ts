import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { reconcile } from './reconciliation.service.ts';

export const reconciliationJobs = (deps: Deps) =>
  ({
    'reconciliation.run': () => reconcile(deps),
  }) satisfies Partial<JobHandlers>;
