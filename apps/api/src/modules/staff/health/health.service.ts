/**
 * Stores the figures of each process in the database, and reports them to staff. The figures of all processes are
 * added up, and they survive a restart.
 */
import { HOUR_MS, DAY_MS } from '@marquee/time';
import { VERSION } from '../../../config/version.ts';
import type { Deps } from '../../../core/deps.ts';
import { DURATION_BOUNDS, type OperationTotals } from '../../../core/metrics.ts';
import { readFreeBytes } from '../../../core/storage-quota.ts';
import { measureClockSkew } from '../../../db/requirements.ts';
import {
  countOpenExceptionsByKind,
  deleteServerProcess,
  findLastNightlyCheck,
  findQueueFigures,
  insertOperationTotals,
  listFailingJobs,
  listRequestPeriods,
  listServerProcesses,
  sumOperationTotals,
  sumWebhooks,
  upsertServerProcess,
} from './health.sql.ts';

/** Stripe's events that take longer are late. The alert about late webhooks uses the same limit. */
const LATE_EVENT_MS = 300_000;
/** A process that has not reported for this time is not shown. It reports every minute. */
const PROCESS_TIMEOUT_MS = 3 * 60_000;
const MAX_PROCESSES = 100;
/** The number of operations in the list of the slowest ones and in the list of those with errors. */
const TOP_OPERATIONS = 20;

/**
 * Adds the calls of this process to the database, and reads the figures that all processes share for its metrics. If
 * the database is away, the calls are kept for the next report.
 */
export async function reportProcess(deps: Deps): Promise<void> {
  const { db, env, metrics, pool, live } = deps;
  const totals = metrics.takeTotals();
  try {
    await insertOperationTotals(db, deps.now(), totals);
  } catch (error) {
    metrics.putBack(totals);
    throw error;
  }
  await upsertServerProcess(db, {
    id: metrics.processId,
    role: env.ROLE,
    version: VERSION,
    startedAt: metrics.startedAt,
    seenAt: deps.now(),
    poolTotal: pool.totalCount,
    poolIdle: pool.idleCount,
    poolWaiting: pool.waitingCount,
    liveStreams: live.countAllStreams(),
    isMetricsPortRefused: metrics.isPortRefused,
  });
  metrics.setClockSkew(await measureClockSkew(pool));
  const [queue, failingJobs, openExceptions, lastCheck, freeBytes] = await Promise.all([
    findQueueFigures(db),
    listFailingJobs(db),
    countOpenExceptionsByKind(db),
    findLastNightlyCheck(db),
    readFreeBytes(deps),
  ]);
  metrics.setSharedFigures({
    queuedJobs: queue.queued,
    oldestDueJobSeconds: queue.oldestDueSeconds,
    failingJobs: new Map(failingJobs.map(({ name, count }) => [name, count])),
    openExceptions,
    lastCheck: lastCheck ?? null,
    freeBytes,
  });
}

/** Stores the last calls of this process and removes it from the list of running processes. */
export async function reportProcessEnd(deps: Deps): Promise<void> {
  await insertOperationTotals(deps.db, deps.now(), deps.metrics.takeTotals());
  await deleteServerProcess(deps.db, deps.metrics.processId);
}

/** The calls of one operation in a span of time. Durations are in milliseconds. */
export interface OperationFigures {
  kind: OperationTotals['kind'];
  operation: string;
  calls: number;
  failed: number;
  unavailable: number;
  p50Ms: number;
  p95Ms: number;
}

/**
 * Returns the duration below which `share` of the calls are, interpolated within its bucket. Calls that are slower
 * than the last bound count as the last bound.
 */
export function estimateQuantileMs(durations: readonly number[], share: number): number {
  const total = durations.reduce((sum, count) => sum + count, 0);
  let below = 0;
  let lower = 0;
  for (const [at, bound] of DURATION_BOUNDS.entries()) {
    const count = durations[at] ?? 0;
    if (count > 0 && below + count >= share * total)
      return Math.round((lower + ((bound - lower) * (share * total - below)) / count) * 1_000);
    below += count;
    lower = bound;
  }
  return total === 0 ? 0 : lower * 1_000;
}

const toFigures = ({ kind, operation, calls, failed, unavailable, durations }: OperationTotals): OperationFigures => ({
  kind,
  operation,
  calls,
  failed,
  unavailable,
  p50Ms: estimateQuantileMs(durations, 0.5),
  p95Ms: estimateQuantileMs(durations, 0.95),
});

/** Adds up the calls of one kind, as if they were one operation. */
function sumTotals(
  totals: readonly OperationTotals[],
): Pick<OperationFigures, 'calls' | 'failed' | 'unavailable' | 'p50Ms' | 'p95Ms'> {
  const sum = (of: (totals: OperationTotals) => number) => totals.reduce((before, each) => before + of(each), 0);
  const durations = Array.from({ length: DURATION_BOUNDS.length + 1 }, (_, at) =>
    sum((each) => each.durations[at] ?? 0),
  );
  return {
    calls: sum(({ calls }) => calls),
    failed: sum(({ failed }) => failed),
    unavailable: sum(({ unavailable }) => unavailable),
    p50Ms: estimateQuantileMs(durations, 0.5),
    p95Ms: estimateQuantileMs(durations, 0.95),
  };
}

async function reportSpan({ db, now }: Pick<Deps, 'db' | 'now'>, ms: number) {
  const since = new Date(now().getTime() - ms);
  const [totals, webhooks] = await Promise.all([sumOperationTotals(db, since), sumWebhooks(db, since, LATE_EVENT_MS)]);
  const ofKind = (kind: OperationTotals['kind']) => totals.filter((each) => each.kind === kind);
  const top = (figures: readonly OperationFigures[], by: (figures: OperationFigures) => number) =>
    figures
      .filter((figures) => by(figures) > 0)
      .toSorted((one, other) => by(other) - by(one) || other.calls - one.calls)
      .slice(0, TOP_OPERATIONS);
  const figures = totals.map(toFigures);
  return {
    requests: sumTotals(ofKind('route')),
    procedures: sumTotals(ofKind('procedure')),
    jobs: sumTotals(ofKind('job')),
    busiest: top(
      figures.filter(({ kind }) => kind === 'procedure'),
      ({ calls }) => calls,
    ),
    failing: top(figures, ({ failed, unavailable }) => failed + unavailable),
    webhooks,
  };
}

export type HealthFigures = Awaited<ReturnType<typeof readHealthFigures>>;

/** Reads the figures of the last hour and day, and the current state. */
export async function readHealthFigures(deps: Pick<Deps, 'db' | 'now'>) {
  const [hour, day, periods, queue, failingJobs, openExceptions, lastCheck, processes] = await Promise.all([
    reportSpan(deps, HOUR_MS),
    reportSpan(deps, DAY_MS),
    listRequestPeriods(deps.db, new Date(deps.now().getTime() - DAY_MS), deps.now()),
    findQueueFigures(deps.db),
    listFailingJobs(deps.db),
    countOpenExceptionsByKind(deps.db),
    findLastNightlyCheck(deps.db),
    listServerProcesses(deps.db, new Date(deps.now().getTime() - PROCESS_TIMEOUT_MS), MAX_PROCESSES),
  ]);
  return { hour, day, periods, queue, failingJobs, openExceptions, lastCheck: lastCheck ?? null, processes };
}
