/** The jobs that repeat by themselves. */
import type { Deps } from '../core/deps.ts';
import { scheduleHousekeeping } from '../modules/housekeeping/housekeeping.service.ts';
import { planLooks } from '../modules/publications/looks.service.ts';
import { planCheck } from '../modules/reconciliation/check.service.ts';
import { requestReconciliation } from '../modules/reconciliation/reconciliation.service.ts';
import { planNews } from '../modules/saved-items/search-news.service.ts';

/** Enqueues the jobs that repeat unless they wait already, and requests a reconciliation now. */
export async function scheduleRecurringJobs(deps: Deps): Promise<void> {
  await requestReconciliation(deps);
  await scheduleHousekeeping(deps);
  await planNews(deps);
  await planLooks(deps);
  await planCheck(deps);
}
