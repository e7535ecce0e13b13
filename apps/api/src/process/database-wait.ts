/** Waits for the database at startup, for example while a cluster fails over to another node. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../core/deps.ts';
import { isDatabaseAway } from '../db/away.ts';

/**
 * Retries `work` until the database is available, for at most `TIMING.databaseMs`, and returns its result. Rethrows
 * the last error when the time is up. An error for which `isDatabaseAway` is false is rethrown at once.
 */
export async function retryUntilReachable<T>(
  work: () => Promise<T>,
  { env, log }: Pick<Deps, 'env' | 'log'>,
): Promise<T> {
  const until = performance.now() + env.TIMING.databaseMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() + env.TIMING.restartMs > until) throw error;
      log.warn({ err: error }, 'the database cannot be reached; trying again');
      await sleep(env.TIMING.restartMs);
    }
  }
}
