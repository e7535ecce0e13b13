/** Waits for the database at startup, for example while a cluster fails over to another node. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../core/deps.ts';
import { READ_ONLY_SQLSTATE } from '../db/client.ts';

/**
 * Whether an error means that the database may soon be available: it refuses connections, the connection broke
 * (SQLSTATE class 08), PostgreSQL is stopping or starting (57P01 to 57P03), or the responding server is still a
 * standby. A wrong password or database name is not such an error.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if (/^Connection terminated|^timeout (expired|exceeded)|^Query read timeout$/.test(error.message)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return (
    code === READ_ONLY_SQLSTATE || /^(08...|57P0[123]|E(CONNREFUSED|CONNRESET|HOSTUNREACH|TIMEDOUT|PIPE))$/.test(code)
  );
}

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
