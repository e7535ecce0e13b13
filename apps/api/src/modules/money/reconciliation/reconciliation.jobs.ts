import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { runNightlyCheck } from './check.service.ts';
import { reconcile } from './reconciliation.service.ts';

export const reconciliationJobs = (deps: Deps) =>
  ({
    'reconciliation.run': () => reconcile(deps),
    'reconciliation.check': () => runNightlyCheck(deps),
  }) satisfies Partial<JobHandlers>;
