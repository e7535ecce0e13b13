/** Opens the transactions of services. */
import type { Transaction } from 'kysely';
import type { Database, Db } from './schema.ts';

/** serialization_failure and deadlock_detected: nothing was done, and the same again may go through. */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01']);
/** safety.md: retried at most three times. */
const MAX_TRANSACTION_RETRIES = 3;

type FinalWrite = () => Promise<void>;
const finalWritesByTransaction = new WeakMap<Transaction<Database>, FinalWrite[]>();

/**
 * Has `write` run at the end of a transaction, before it commits; `isLast`: after everything else, since others wait
 * for what it locks. Returns false, and does nothing, when the transaction was not opened by `inTransaction`, or is at
 * its end already.
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
 * Has `tell` run once the transaction is committed, with the database that it was opened on. For news only: a process
 * that dies in between tells nobody. Does nothing when the transaction was not opened by `inTransaction`.
 */
export function runAfterCommit(tx: Transaction<Database>, tell: AfterCommitCallback): void {
  callbacksByTransaction.get(tx)?.push(tell);
}

/**
 * Runs `work` in one transaction and returns what it returns. When PostgreSQL gives the transaction up for the sake of
 * another one, the whole of it is tried again, so `work` must do nothing that a rollback does not undo.
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
      // Those who were in each other's way do not come back in step.
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * 20 * 2 ** tries);
      });
    }
  }
}

/**
 * Runs several reads that must tell of one moment, and returns what `work` returns. Each statement alone would see what
 * others wrote since the one before: half of a change, as a state in which nothing ever was.
 */
export const inSnapshot = <T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE_SQLSTATES.has(error.code);
