/** A start while the database is away: behind a cluster's proxy for as long as another node takes over. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../core/deps.ts';
import { READ_ONLY_SQLSTATE } from '../db/client.ts';

/**
 * Whether a database that failed like this may soon be there: nobody listens, the connection
 * broke (SQLSTATE class 08), PostgreSQL ends or begins (57P01 to 57P03), or what answered
 * is a standby still. A wrong password or name stays wrong.
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
 * Does `work`, which needs the database, again and again until it is there: `TIMING.databaseMs` at most. Returns what
 * `work` returns; throws its error when that is not of a database which is away, or the time is over.
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
