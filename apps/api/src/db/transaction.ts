/** Opens the transactions of services. */
import type { Transaction } from 'kysely';
import type { Database, Db } from './schema.ts';

/** serialization_failure and deadlock_detected: nothing was done, and the same again may go through. */
const RETRYABLE = new Set(['40001', '40P01']);
/** safety.md: retried at most three times. */
const RETRIES = 3;

/**
 * Runs `work` in one transaction and returns what it returns. When PostgreSQL gives the transaction up for the sake of
 * another one, the whole of it is tried again, so `work` must do nothing that a rollback does not undo.
 */
export async function inTransaction<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === RETRIES || !isRetryable(error)) throw error;
      // Those who were in each other's way do not come back in step.
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * 20 * 2 ** tries);
      });
    }
  }
}

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE.has(error.code);
