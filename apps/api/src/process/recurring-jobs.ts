import type { Deps } from '../core/deps.ts';
import { scheduleHousekeeping } from '../modules/staff/housekeeping/housekeeping.service.ts';
import { scheduleLinkChecks } from '../modules/booking/publications/link-checks.service.ts';
import { scheduleNightlyCheck } from '../modules/money/reconciliation/check.service.ts';
import { requestReconciliation } from '../modules/money/reconciliation/reconciliation.service.ts';
import { scheduleNewMatchesMail } from '../modules/catalog/saved-items/search-news.service.ts';

/** Requests a reconciliation now, and enqueues each recurring job unless it is already waiting. */
export async function scheduleRecurringJobs(deps: Deps): Promise<void> {
  await requestReconciliation(deps);
  await scheduleHousekeeping(deps);
  await scheduleNewMatchesMail(deps);
  await scheduleLinkChecks(deps);
  await scheduleNightlyCheck(deps);
}
