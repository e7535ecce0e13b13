import type { Transaction } from 'kysely';
import type { Database, Db } from './schema.ts';

/**
 * The codes of serialization_failure and deadlock_detected. PostgreSQL has rolled the transaction back, so a retry
 * may succeed.
 */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01']);
const MAX_TRANSACTION_RETRIES = 3;

type FinalWrite = () => Promise<void>;
const finalWritesByTransaction = new WeakMap<Transaction<Database>, FinalWrite[]>();

/**
 * Registers `write` to run at the end of the transaction, before the commit. With `isLast`, it runs after all other
 * registered writes, which is useful for a write that takes a contended lock. Returns false without registering
 * `write` if `inTransaction` did not open the transaction or is already running the registered writes.
 */
export function runBeforeCommit(tx: Transaction<Database>, write: FinalWrite, { isLast = false } = {}): boolean {
  const last = finalWritesByTransaction.get(tx);
  if (isLast) last?.push(write);
  else last?.unshift(write);
  return last !== undefined;
}

type TransactionGuard = (tx: Transaction<Database>) => Promise<void>;
const guardedDbs = new WeakMap<Db, { db: Db; guard: TransactionGuard }>();

/**
 * Returns a copy of `db` whose transactions (`inTransaction`) begin with `guard`. If it throws, nothing is written. It
 * has no effect on statements outside of transactions.
 */
export function withTransactionGuard(db: Db, guard: TransactionGuard): Db {
  // Another Kysely object with the same connections and tables.
  const guarded = db.$omitTables<never>();
  guardedDbs.set(guarded, { db, guard });
  return guarded;
}

/** Returns the database without its guard, for work that is not done in the name of the caller. */
export const withoutTransactionGuard = (db: Db): Db => guardedDbs.get(db)?.db ?? db;

type AfterCommitCallback = (db: Db) => void;
const callbacksByTransaction = new WeakMap<Transaction<Database>, AfterCommitCallback[]>();

/**
 * Calls `tell` with the database after the transaction commits. Use it only for notifications that may be lost,
 * because `tell` is never called if the process dies right after the commit. Does nothing for transactions that
 * `inTransaction` did not open.
 */
export function runAfterCommit(tx: Transaction<Database>, tell: AfterCommitCallback): void {
  callbacksByTransaction.get(tx)?.push(tell);
}

/**
 * Runs `work` in one transaction and returns its result. If PostgreSQL aborts the transaction because of a conflict,
 * `work` is retried up to three times (safety.md), so it must have no effects that a rollback does not undo.
 */
export async function inTransaction<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      const after: AfterCommitCallback[] = [];
      const done = await db.transaction().execute(async (tx) => {
        const last: FinalWrite[] = [];
        finalWritesByTransaction.set(tx, last);
        callbacksByTransaction.set(tx, after);
        await guardedDbs.get(db)?.guard(tx);
        const result = await work(tx);
        finalWritesByTransaction.delete(tx);
        for (const write of last) await write();
        return result;
      });
      for (const tell of after) tell(withoutTransactionGuard(db));
      return done;
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
export const inSnapshot = <T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE_SQLSTATES.has(error.code);
