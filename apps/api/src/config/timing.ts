/**
 * How long we wait for others, and for our next look or try: milliseconds of real time, which no clock of ours moves.
 */
import { z } from 'zod';

export interface Timing {
  /** For an answer of Stripe (safety.md: 10 to 15 s). */
  readonly stripeMs: number;
  /**
   * The longest pause before a failed job is tried again (safety.md M11: nothing is stuck 60 s after the faults ended).
   */
  readonly retryMs: number;
  /** How long a job that was taken stays with its worker; a worker extends it three times as often. */
  readonly leaseMs: number;
  /** How often a worker looks for due jobs by itself. It is told at once of a job that is enqueued. */
  readonly pollMs: number;
  /** How long the process that enqueued a job may take to do it itself, before a worker does. */
  readonly ownMs: number;
  /** How much later than its webhook a payment is read again, so that the request that caused it can write its result. */
  readonly toldMs: number;
  /** The most that a standby may be behind the primary to answer for it. */
  readonly behindMs: number;
  /** Before a worker that could not start, or a start without a database, tries again. */
  readonly restartMs: number;
  /** How long a start waits for a database that cannot be reached: that of a cluster may have to be another node. */
  readonly databaseMs: number;
  /**
   * How long a figure about the marketplace is shown at least before it is computed again; 0 computes it when it is
   * asked for.
   */
  readonly figuresMs: number;
  /** How long a process keeps the counts beside filters for the next who asks the same; 0: not at all. */
  readonly facetsMs: number;
  /** How long a process shows the fee and the windows that it has read; orders are made under what is set. */
  readonly termsMs: number;
  /** How often an open stream says that it is there, and asks whether its session is (NATs cut at 60 s). */
  readonly pingMs: number;
  /** The longest life of a stream, give or take a quarter. */
  readonly streamMs: number;
  /** How long news wait for others to travel with to the other processes. */
  readonly gatherMs: number;
  /** How often a process looks for what it was not told. */
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

/** Takes the text of a variable: empty, or the times that differ as JSON. Returns all of them. */
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

/** Whether these are the times that the product runs with. */
export const isDefaultTiming = (times: Timing): boolean =>
  (Object.keys(DEFAULT_TIMING) as (keyof Timing)[]).every((name) => times[name] === DEFAULT_TIMING[name]);
