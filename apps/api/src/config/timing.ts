/**
 * Timeouts, polling intervals and cache lifetimes, in milliseconds of real time. They do not depend on the
 * application's clock, which tests can move.
 */
import { z } from 'zod';

export interface Timing {
  /** Timeout of a Stripe request (docs/safety.md: 10 to 15 s). */
  readonly stripeMs: number;
  /**
   * Maximum pause before a failed job is retried. Jobs must recover within 60 s after an outage has ended
   * (docs/safety.md M11).
   */
  readonly retryMs: number;
  /** Duration of a job's lease. While the job runs, its worker extends the lease every third of this time. */
  readonly leaseMs: number;
  /** Polling interval of workers, which are also notified immediately when a job is enqueued. */
  readonly pollMs: number;
  /** Time that the process that enqueued a job has to run it, before a worker runs the job as well. */
  readonly ownMs: number;
  /**
   * Delay between a Stripe webhook and the job that re-reads the payment. Often our own request caused the webhook,
   * and this gives it time to store its result first.
   */
  readonly webhookDelayMs: number;
  /** Maximum replication lag of a standby that serves reads. */
  readonly behindMs: number;
  /**
   * Pause before retrying to connect to the database after a failure, for the job worker and for the connection that
   * listens for notifications.
   */
  readonly restartMs: number;
  /**
   * Maximum time that startup waits for an unreachable database, for example while a cluster fails over to another
   * node.
   */
  readonly databaseMs: number;
  /** Maximum time that a request waits for a free database connection. */
  readonly connectionMs: number;
  /**
   * Minimum age of precomputed marketplace data before it is recomputed (figures/figures.service.ts). 0 recomputes
   * it for each request.
   */
  readonly figuresMs: number;
  /** Lifetime of filter counts cached in a process. 0 disables the cache. */
  readonly facetsMs: number;
  /** Lifetime of the operator terms cached for display. Orders always read the current ones. */
  readonly termsMs: number;
  /**
   * Interval at which a live stream sends a ping and checks its session. NATs drop connections that are idle for 60
   * s.
   */
  readonly pingMs: number;
  /** Maximum lifetime of a live stream. It varies at random by up to a quarter in both directions. */
  readonly streamMs: number;
  /** Time for which a process collects live events before it sends them to other processes in one message. */
  readonly gatherMs: number;
  /** Interval at which a process searches the database for live events that it has missed from other processes. */
  readonly missedMs: number;
  /** Interval at which a process stores its figures for /admin/health. */
  readonly healthMs: number;
}

export const DEFAULT_TIMING: Timing = {
  stripeMs: 12_000,
  retryMs: 30_000,
  leaseMs: 6_000,
  pollMs: 1_000,
  ownMs: 5_000,
  webhookDelayMs: 1_000,
  behindMs: 5_000,
  restartMs: 1_000,
  databaseMs: 60_000,
  connectionMs: 5_000,
  figuresMs: 5_000,
  facetsMs: 5_000,
  termsMs: 5_000,
  pingMs: 20_000,
  streamMs: 1_800_000,
  gatherMs: 30,
  missedMs: 5_000,
  healthMs: 60_000,
};

const msField = z.int().positive().optional();
const timingOverrides = z.strictObject({
  stripeMs: msField,
  retryMs: msField,
  leaseMs: msField,
  pollMs: msField,
  ownMs: msField,
  webhookDelayMs: z.int().nonnegative().optional(),
  behindMs: msField,
  restartMs: msField,
  databaseMs: z.int().nonnegative().optional(),
  connectionMs: msField,
  figuresMs: z.int().nonnegative().optional(),
  facetsMs: z.int().nonnegative().optional(),
  termsMs: z.int().nonnegative().optional(),
  pingMs: msField,
  streamMs: msField,
  gatherMs: msField,
  missedMs: msField,
  healthMs: msField,
} satisfies Record<keyof Timing, typeof msField>);

/** Parses the variable TIMING, which is empty or JSON with overrides of the defaults. Returns all values. */
export const timingField = z
  .string()
  .default('')
  .transform((text, ctx): Timing => {
    if (text === '') return DEFAULT_TIMING;
    const parsed = timingOverrides.safeParse(parseJson(text));
    if (parsed.success) return { ...DEFAULT_TIMING, ...parsed.data } as Timing;
    ctx.addIssue({ code: 'custom', message: 'must be JSON of times in milliseconds' });
    return z.NEVER;
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isDefaultTiming = (times: Timing): boolean =>
  (Object.keys(DEFAULT_TIMING) as (keyof Timing)[]).every((name) => times[name] === DEFAULT_TIMING[name]);
