/** Finds the problems that need attention in the health report. The limits are those of tools/monitoring/alerts.yml. */
import { HOUR_MS } from '@marquee/time';
import type { Deps } from '../../../core/deps.ts';
import { readHealthFigures, type HealthFigures } from './health.service.ts';

/** The kinds of problems. The screen has a sentence for each. */
export type HealthProblemKind =
  | 'errors'
  | 'unavailable'
  | 'job_stuck'
  | 'jobs_failing'
  | 'payouts_failed'
  | 'differences'
  | 'check_missing'
  | 'webhooks_late'
  | 'no_worker';

export interface HealthProblem {
  kind: HealthProblemKind;
  /** A share of requests, a number of seconds, or a number of jobs, payouts or differences, by kind. */
  amount: number;
  /** The names of the jobs concerned. */
  names: string[];
}

const MAX_ERROR_SHARE = 0.01;
const MIN_ERRORS = 5;
const MAX_UNAVAILABLE_SHARE = 0.1;
const MAX_DUE_SECONDS = 300;
const MAX_CHECK_AGE_MS = 30 * HOUR_MS;
const MAX_LATE_SHARE = 0.1;
const PAYOUT_EXCEPTIONS = ['transfer_refused', 'payout_returned'];

/** Returns what needs attention now, most important first, or an empty list if all is well. */
export function findHealthProblems(report: HealthFigures, now: Date): HealthProblem[] {
  const { hour, queue, openExceptions, lastCheck, processes, failingJobs } = report;
  const { calls, failed, unavailable } = hour.requests;
  const { received, late } = hour.webhooks;
  const payouts = PAYOUT_EXCEPTIONS.reduce((sum, kind) => sum + (openExceptions[kind] ?? 0), 0);
  const failing = failingJobs.reduce((sum, { count }) => sum + count, 0);
  const found = (isProblem: boolean, kind: HealthProblemKind, amount: number, names: string[] = []): HealthProblem[] =>
    isProblem ? [{ kind, amount, names }] : [];
  return [
    ...found(lastCheck !== null && lastCheck.differences > 0, 'differences', lastCheck?.differences ?? 0),
    ...found(payouts > 0, 'payouts_failed', payouts),
    ...found(unavailable > MAX_UNAVAILABLE_SHARE * calls, 'unavailable', unavailable / Math.max(calls, 1)),
    ...found(failed > MAX_ERROR_SHARE * calls && failed > MIN_ERRORS, 'errors', failed / Math.max(calls, 1)),
    ...found(!processes.some(({ role }) => role !== 'web'), 'no_worker', 0),
    ...found(queue.oldestDueSeconds > MAX_DUE_SECONDS, 'job_stuck', queue.oldestDueSeconds, [queue.oldestName ?? '']),
    ...found(
      failing > 0,
      'jobs_failing',
      failing,
      failingJobs.map(({ name }) => name),
    ),
    ...found(late > MAX_LATE_SHARE * received, 'webhooks_late', late),
    ...found(
      lastCheck !== null && now.getTime() - lastCheck.finishedAt.getTime() > MAX_CHECK_AGE_MS,
      'check_missing',
      0,
    ),
  ];
}

/** Returns what needs attention, the figures of the last hour and day, and the current state, for staff. */
export async function getHealthReport(deps: Pick<Deps, 'db' | 'now'>) {
  const figures = await readHealthFigures(deps);
  return { ...figures, problems: findHealthProblems(figures, deps.now()) };
}
