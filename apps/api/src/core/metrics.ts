/**
 * Counts the operations of a process. Prometheus reads the figures from /metrics (process/metrics-server.ts), and each
 * process adds them to the database every minute for the screen /admin/health (modules/staff/health). Label values come
 * from closed sets, because each value costs memory in this process and in Prometheus.
 */
import { randomUUID } from 'node:crypto';
import { JOB_SEVERITIES, type JobName } from './jobs.ts';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Something that is called and measured: a tRPC procedure, the pattern of a route, or a job. */
export type OperationKind = 'procedure' | 'route' | 'job';

/**
 * How a call ended. `refused` is the caller's mistake, such as invalid input. `unavailable` is an answer with status
 * 503, for example because the database was away. `failed` is an unexpected error. The last two count as errors.
 */
export const OUTCOMES = ['ok', 'refused', 'unavailable', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Bounds of the duration histogram, in seconds. 15 and 60 ms are the goals of reads (tools/bench/goals.ts). */
export const DURATION_BOUNDS = [0.005, 0.015, 0.04, 0.06, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
/** Bounds of the delay of Stripe's events, in seconds. The alert about late webhooks uses 300. */
const EVENT_DELAY_BOUNDS = [1, 5, 30, 60, 300, 900, 3_600, 86_400];

export const CACHES = ['filter_counts', 'share_cards', 'sitemap'] as const;
export type CacheName = (typeof CACHES)[number];

/** The calls of one operation since the last `takeTotals`. `durations` has one count more than there are bounds. */
export interface OperationTotals {
  kind: OperationKind;
  operation: string;
  calls: number;
  failed: number;
  unavailable: number;
  durations: number[];
}

export interface PoolFigures {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Figures that are the same for all processes. One process reads them from the database every minute. */
export interface SharedFigures {
  queuedJobs: number;
  /** The age of the job that has been due for the longest time, in seconds. */
  oldestDueJobSeconds: number;
  /** The number of jobs that fail again and again, by name. Names without such a job are missing. */
  failingJobs: ReadonlyMap<JobName, number>;
  openExceptions: Readonly<Record<string, number>>;
  /** The result of the last nightly check, or null before the first one. */
  lastCheck: {
    finishedAt: Date;
    heldCents: number;
    releasedCents: number;
    openExceptions: number;
    differences: number;
  } | null;
  /** Free space of the folder for uploads, in bytes. */
  freeBytes: number;
}

export interface Metrics {
  /** Returns the answer to GET /metrics. */
  renderMetrics(): Promise<{ contentType: string; text: string }>;
  /** Identifies this process among those that share the database. */
  readonly processId: string;
  readonly startedAt: Date;
  /** Whether METRICS_PORT could not be opened, so that Prometheus cannot read the figures of this process. */
  isPortRefused: boolean;
  countCall(kind: OperationKind, operation: string, outcome: Outcome, ms: number): void;
  countCacheRead(cache: CacheName, isHit: boolean): void;
  /** Counts an event of Stripe that was stored for the first time, and the time it took to arrive. */
  countStripeEvent(source: 'webhook' | 'list', delayMs: number): void;
  setSharedFigures(figures: SharedFigures): void;
  /** Sets by how many milliseconds the clock of the database is ahead of the clock of this machine. */
  setClockSkew(ms: number): void;
  /** Returns the calls since the last `takeTotals`. */
  takeTotals(): OperationTotals[];
  /** Gives totals back that could not be stored, so that the next `takeTotals` includes them. */
  putBack(totals: readonly OperationTotals[]): void;
}

interface MetricSources {
  pools: Readonly<Record<string, PoolFigures>>;
  countStreams: () => number;
}

/** Creates the metrics of a process. Pools and streams are read when Prometheus asks for them. */
export function openMetrics({ pools, countStreams }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    name: 'marquee_calls_total',
    help: 'Calls by kind (procedure, route, job), operation and outcome.',
    labelNames: ['kind', 'operation', 'outcome'],
    registers,
  });
  const callDuration = new Histogram({
    name: 'marquee_call_duration_seconds',
    help: 'Duration of calls by kind and operation.',
    labelNames: ['kind', 'operation'],
    buckets: [...DURATION_BOUNDS],
    registers,
  });
  const cacheReads = new Counter({
    name: 'marquee_cache_reads_total',
    help: 'Reads of the caches in this process, by result (hit or miss).',
    labelNames: ['cache', 'result'],
    registers,
  });
  const eventDelay = new Histogram({
    name: 'marquee_stripe_event_delay_seconds',
    help: 'Time from an event at Stripe until it was stored, by the way it arrived (webhook, or list by reconciliation).',
    labelNames: ['source'],
    buckets: EVENT_DELAY_BOUNDS,
    registers,
  });
  // A series that starts at 0 shows its first increase to Prometheus. One that starts at 1 does not.
  for (const cache of CACHES) for (const result of ['hit', 'miss']) cacheReads.inc({ cache, result }, 0);
  for (const source of ['webhook', 'list']) eventDelay.zero({ source });
  const zeroCalls = (kind: OperationKind, operation: string) => {
    for (const outcome of OUTCOMES) calls.inc({ kind, operation, outcome }, 0);
  };
  for (const name of Object.keys(JOB_SEVERITIES)) zeroCalls('job', name);

  const createGauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name, help, labelNames: [...labelNames], registers });
  const poolConnections = createGauge(
    'marquee_database_pool_connections',
    'Connections of the database pools of this process, and callers that wait for one, by state.',
    ['pool', 'state'],
  );
  const liveStreams = createGauge('marquee_live_streams', 'Open live streams of this process.');
  /** Reads the figures that change all the time. Called when Prometheus asks for the metrics. */
  const readCurrentFigures = () => {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      poolConnections.set({ pool, state: 'in_use' }, totalCount - idleCount);
      poolConnections.set({ pool, state: 'idle' }, idleCount);
      poolConnections.set({ pool, state: 'waiting' }, waitingCount);
    }
    liveStreams.set(countStreams());
  };
  const queuedJobs = createGauge('marquee_jobs_queued', 'Jobs in the queue, including those that are due later.');
  const oldestJob = createGauge(
    'marquee_oldest_due_job_seconds',
    'Time for which the oldest due job has been waiting.',
  );
  const failingJobs = createGauge(
    'marquee_failing_jobs',
    'Jobs that failed three times or more and are tried again, by name and by the severity of the alert.',
    ['name', 'severity'],
  );
  const setFailingJobs = (counts: SharedFigures['failingJobs']) => {
    for (const [name, severity] of Object.entries(JOB_SEVERITIES))
      failingJobs.set({ name, severity }, counts.get(name as JobName) ?? 0);
  };
  setFailingJobs(new Map());
  const openExceptions = createGauge('marquee_open_exceptions', 'Open exceptions by kind.', ['kind']);
  const freeBytes = createGauge('marquee_data_dir_free_bytes', 'Free space of the folder for uploads.');
  const clockSkew = createGauge(
    'marquee_clock_skew_seconds',
    'Time by which the clock of the database is ahead of the clock of this machine. Negative if it is behind.',
  );
  const figuresAt = createGauge(
    'marquee_figures_timestamp_seconds',
    'Time at which this process last read the figures that all processes share.',
  );
  const checkedAt = createGauge('marquee_money_check_timestamp_seconds', 'Time at which the last nightly check ended.');
  const heldCents = createGauge(
    'marquee_money_held_cents',
    'Money held for brands and creators at the last nightly check.',
  );
  const releasedCents = createGauge(
    'marquee_money_released_cents',
    'Money paid out to creators, by the last nightly check.',
  );
  const checkExceptions = createGauge(
    'marquee_money_open_exceptions',
    'Exceptions that were open at the last nightly check.',
  );
  const violations = createGauge(
    'marquee_money_invariant_violations',
    'Differences that the last nightly check found: unbalanced transactions, and movements that Stripe does not have.',
  );
  collectDefaultMetrics({ register: registry });

  /** The calls whose outcomes all have a series. */
  const seenCalls = new Set<string>();
  let totals = new Map<string, OperationTotals>();
  const getTotals = (kind: OperationKind, operation: string): OperationTotals => {
    const key = `${kind} ${operation}`;
    let operationTotals = totals.get(key);
    if (operationTotals === undefined) {
      const durations = Array.from({ length: DURATION_BOUNDS.length + 1 }, () => 0);
      totals.set(key, (operationTotals = { kind, operation, calls: 0, failed: 0, unavailable: 0, durations }));
    }
    return operationTotals;
  };

  return {
    async renderMetrics() {
      readCurrentFigures();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    processId: randomUUID(),
    startedAt: new Date(),
    isPortRefused: false,
    countCall(kind, operation, outcome, ms) {
      if (!seenCalls.has(`${kind} ${operation}`)) {
        seenCalls.add(`${kind} ${operation}`);
        zeroCalls(kind, operation);
      }
      calls.inc({ kind, operation, outcome });
      callDuration.observe({ kind, operation }, ms / 1_000);
      const operationTotals = getTotals(kind, operation);
      operationTotals.calls += 1;
      if (outcome === 'failed') operationTotals.failed += 1;
      if (outcome === 'unavailable') operationTotals.unavailable += 1;
      const at = findBucket(ms / 1_000);
      operationTotals.durations[at] = (operationTotals.durations[at] ?? 0) + 1;
    },
    countCacheRead(cache, isHit) {
      cacheReads.inc({ cache, result: isHit ? 'hit' : 'miss' });
    },
    countStripeEvent(source, delayMs) {
      eventDelay.observe({ source }, Math.max(0, delayMs) / 1_000);
    },
    setSharedFigures(figures) {
      queuedJobs.set(figures.queuedJobs);
      oldestJob.set(figures.oldestDueJobSeconds);
      setFailingJobs(figures.failingJobs);
      // Removes the kinds that have no open exception any more.
      openExceptions.reset();
      for (const [kind, count] of Object.entries(figures.openExceptions)) openExceptions.set({ kind }, count);
      freeBytes.set(figures.freeBytes);
      figuresAt.setToCurrentTime();
      const { lastCheck } = figures;
      if (lastCheck === null) return;
      checkedAt.set(lastCheck.finishedAt.getTime() / 1_000);
      heldCents.set(lastCheck.heldCents);
      releasedCents.set(lastCheck.releasedCents);
      checkExceptions.set(lastCheck.openExceptions);
      violations.set(lastCheck.differences);
    },
    setClockSkew(ms) {
      clockSkew.set(ms / 1_000);
    },
    takeTotals() {
      const takenTotals = [...totals.values()];
      totals = new Map();
      return takenTotals;
    },
    putBack(back) {
      for (const { kind, operation, calls: more, failed, unavailable, durations } of back) {
        const operationTotals = getTotals(kind, operation);
        operationTotals.calls += more;
        operationTotals.failed += failed;
        operationTotals.unavailable += unavailable;
        operationTotals.durations = operationTotals.durations.map((count, at) => count + (durations[at] ?? 0));
      }
    },
  };
}

/** Returns the index of the first bound that is not exceeded, or the number of bounds if all are. */
function findBucket(seconds: number): number {
  const at = DURATION_BOUNDS.findIndex((bound) => seconds <= bound);
  return at === -1 ? DURATION_BOUNDS.length : at;
}
