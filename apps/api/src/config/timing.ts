/**
 * Timeouts, polling intervals and cache lifetimes, in milliseconds of real time. They do not depend on the
 * application's clock, which tests can move.
 */
import { z } from 'zod';

export interface Timing {
  /** Timeout of a Stripe request (docs/safety.md: 10 to 15 s). */
  readonly stripeMs: number;
  /**
   * Maximum pause before a failed job is retried. After a fault has ended, no job may be stuck for more than 60 s
   * (docs/safety.md M11).
   */
  readonly retryMs: number;
  /** Duration of a job's lease. While the job runs, the worker extends the lease three times per duration. */
  readonly leaseMs: number;
  /** Polling interval of workers, which are also notified immediately when a job is enqueued. */
  readonly pollMs: number;
  /** Time that the enqueuing process has to run a job itself, before a worker runs it. */
  readonly ownMs: number;
  /**
   * Delay before a payment is read again after its webhook. The request that caused the webhook can write its result
   * first.
   */
  readonly toldMs: number;
  /** Maximum replication lag of a standby that serves reads. */
  readonly behindMs: number;
  /** Pause before another attempt to reach the database, to listen for notifications or to process the queue. */
  readonly restartMs: number;
  /**
   * Maximum time that startup waits for an unreachable database. In a cluster, another node may have to take over.
   */
  readonly databaseMs: number;
  /** Minimum lifetime of a precomputed marketplace metric. 0 computes the metric for each request. */
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
  /** Time during which live events are collected before they are sent to other processes together. */
  readonly gatherMs: number;
  /** Interval at which a process searches the database for missed live events. */
  readonly missedMs: number;
}

export const DEFAULT_TIMING: Timing = {
  stripeMs: 12_000,
  retryMs: 30_000,
  leaseMs: 6_000,
  pollMs: 1_000,
  ownMs: 5_000,
  toldMs: 1_000,
  behindMs: 5_000,
  restartMs: 1_000,
  databaseMs: 60_000,
  figuresMs: 5_000,
  facetsMs: 5_000,
  termsMs: 5_000,
  pingMs: 20_000,
  streamMs: 1_800_000,
  gatherMs: 30,
  missedMs: 5_000,
};

const msField = z.int().positive().optional();
const timingOverrides = z.strictObject({
  stripeMs: msField,
  retryMs: msField,
  leaseMs: msField,
  pollMs: msField,
  ownMs: msField,
  toldMs: z.int().nonnegative().optional(),
  behindMs: msField,
  restartMs: msField,
  databaseMs: z.int().nonnegative().optional(),
  figuresMs: z.int().nonnegative().optional(),
  facetsMs: z.int().nonnegative().optional(),
  termsMs: z.int().nonnegative().optional(),
  pingMs: msField,
  streamMs: msField,
  gatherMs: msField,
  missedMs: msField,
} satisfies Record<keyof Timing, typeof msField>);

/** Parses the variable TIMING, which is empty or JSON with the times that differ. Returns all times. */
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
