import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { checkBooks } from './check.service.ts';
import { reconcile } from './reconciliation.service.ts';

export const reconciliationJobs = (deps: Deps) =>
  ({
    'reconciliation.run': () => reconcile(deps),
    'reconciliation.check': () => checkBooks(deps),
  }) satisfies Partial<JobHandlers>;
