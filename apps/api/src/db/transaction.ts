import type { Transaction } from 'kysely';
import type { Database, Db } from './schema.ts';

/**
 * Error codes serialization_failure and deadlock_detected. PostgreSQL rolled the transaction back, so a retry may
 * succeed.
 */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01']);
const MAX_TRANSACTION_RETRIES = 3;

type FinalWrite = () => Promise<void>;
const finalWritesByTransaction = new WeakMap<Transaction<Database>, FinalWrite[]>();

/**
 * Runs `write` at the end of a transaction, before it commits. Use `isLast` for a write that takes a contended lock,
 * so that it runs after all others. Returns false without registering `write` if `inTransaction` did not open the
 * transaction or if it is already running its final writes.
 */
export function runBeforeCommit(tx: Transaction<Database>, write: FinalWrite, { isLast = false } = {}): boolean {
  const last = finalWritesByTransaction.get(tx);
  if (isLast) last?.push(write);
  else last?.unshift(write);
  return last !== undefined;
}

type AfterCommitCallback = (db: Db) => void;
const callbacksByTransaction = new WeakMap<Transaction<Database>, AfterCommitCallback[]>();

/**
 * Calls `tell` after the transaction commits, with the database on which it was opened. Use it for notifications
 * that may be lost, because a process that dies in between does not send them. Ignores transactions that
 * `inTransaction` did not open.
 */
export function runAfterCommit(tx: Transaction<Database>, tell: AfterCommitCallback): void {
  callbacksByTransaction.get(tx)?.push(tell);
}

/**
 * Runs `work` in one transaction and returns its result. If PostgreSQL aborts the transaction because of a conflict,
 * `work` runs again, at most three times (safety.md), so it must have no effects that a rollback does not undo.
 */
export async function inTransaction<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      const after: AfterCommitCallback[] = [];
      const done = await db.transaction().execute(async (tx) => {
        const last: FinalWrite[] = [];
        finalWritesByTransaction.set(tx, last);
        callbacksByTransaction.set(tx, after);
        const result = await work(tx);
        finalWritesByTransaction.delete(tx);
        for (const write of last) await write();
        return result;
      });
      for (const tell of after) tell(db);
      return done;
    } catch (error) {
      if (tries === MAX_TRANSACTION_RETRIES || !isRetryable(error)) throw error;
      // The random delay keeps the conflicting transactions from colliding again.
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * 20 * 2 ** tries);
      });
    }
  }
}

/**
 * Runs several reads on one snapshot and returns the result of `work`. Without it, each statement would also see
 * changes committed since the previous one and could combine them into a state that never existed.
 */
export const inSnapshot = <T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE_SQLSTATES.has(error.code);
