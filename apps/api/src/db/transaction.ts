import type { Transaction } from 'kysely';
import type { Database, Db } from './schema.ts';

/**
 * The codes of serialization_failure and deadlock_detected. PostgreSQL has rolled the transaction back, so a retry
 * may succeed.
 */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01']);
const MAX_TRANSACTION_RETRIES = 3;

/**
 * Runs `work` in one transaction and returns its result. If PostgreSQL aborts the transaction because of a conflict,
 * `work` is retried up to three times. Services use `inTransaction` (core/unit-of-work.ts).
 */
export async function runTransaction<T>(db: Db, work: (db: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === MAX_TRANSACTION_RETRIES || !isRetryable(error)) throw error;
      // A random delay, so that the conflicting transactions do not start again at the same time.
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * 20 * 2 ** tries);
      });
    }
  }
}

/**
 * Runs several reads on one snapshot and returns the result of `work`. Without a shared snapshot, each statement
 * would also see changes committed since the previous one, and the reads could contradict each other.
 */
export const inSnapshot = <T>(db: Db, work: (db: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE_SQLSTATES.has(error.code);
