/** Records the actions of a soak, for the checks at its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AcknowledgedAction } from '../money/check.ts';
import type { CallOutcome } from './client.ts';
import type { SentMessage } from './messages.ts';
import type { Tally } from './random.ts';
import type { WrittenReview } from './reviews.ts';

/** Acknowledged actions and other results of a soak. */
export interface RunRecord {
  acknowledged: AcknowledgedAction[];
  said: SentMessage[];
  reviewed: WrittenReview[];
  tally: Tally;
  /** Number of 5xx responses and timeouts, by reason. Without faults, there must be none. */
  unknown: Map<string, number>;
}

const UNKNOWN_RETRY_MS = 1_000;

const TOO_MANY_REQUESTS = 429;

/** Counts the outcome of a call. If the outcome is unknown, the actor pauses, as a real user would do. */
export async function recordOutcome(memory: RunRecord, name: string, outcome: CallOutcome<unknown>): Promise<void> {
  const isLimited = outcome.is === 'refused' && outcome.status === TOO_MANY_REQUESTS;
  memory.tally.add(`${name}: ${isLimited ? 'over a rate limit' : outcome.is}`);
  if (outcome.is !== 'unknown') return;
  memory.unknown.set(outcome.why, (memory.unknown.get(outcome.why) ?? 0) + 1);
  await sleep(UNKNOWN_RETRY_MS);
}
