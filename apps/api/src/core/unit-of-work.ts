/** A transaction together with its jobs and live updates, none of which take effect unless the transaction commits. */
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { runTransaction } from '../db/transaction.ts';
import type { Deps } from './deps.ts';
import type { JobName, Jobs } from './jobs.ts';
import type { LiveUpdate } from './live.ts';
import { addJob, insertJobs, type EnqueueOptions, type NewJobs } from './queue.ts';

/**
 * A transaction of a service. Functions that only run SQL take its `db` instead of the whole unit of work.
 *
 * After `work` of `inTransaction` has returned, each method throws an error, because it would have no effect.
 */
export interface UnitOfWork {
  readonly db: Transaction<Database>;
  /**
   * Enqueues a job, which exists if and only if the transaction commits. If a job with the same key is already
   * waiting, it is replaced. If one is running, another run follows. All jobs of a transaction are inserted with one
   * statement before the commit.
   */
  enqueue<N extends JobName>(name: N, payload: Jobs[N], options?: EnqueueOptions): void;
  /**
   * Publishes `update` to open pages after the commit. If the process dies right after the commit, the pages learn of
   * the change later (`FindMissedUpdates`).
   */
  publishAfterCommit(update: LiveUpdate): void;
  /**
   * Checks now, instead of after `work`, that the caller is still signed in and has the same role. Call it right after
   * the first lock of a transaction that ends the caller's own session or membership.
   */
  checkCaller(): Promise<void>;
  /**
   * Runs `write` right before the commit, after the jobs have been inserted and the caller has been checked. Useful for
   * a write that takes a contended lock.
   */
  beforeCommit(write: () => Promise<void>): void;
}

/** The dependencies that open transactions. */
export type TransactionDeps = Pick<Deps, 'db' | 'live' | 'transactionGuard'>;

/**
 * Runs `work` in one transaction and returns its result. If PostgreSQL aborts the transaction because of a conflict,
 * `work` is retried up to three times (safety.md), so it must have no effects that a rollback does not undo. Each try
 * gets a new unit of work.
 */
export async function inTransaction<T>(
  { db: pool, live, transactionGuard }: TransactionDeps,
  work: (tx: UnitOfWork) => T | Promise<T>,
): Promise<T> {
  const { result, updates } = await runTransaction(pool, async (db) => {
    await transactionGuard?.before?.(db);
    let isCallerChecked = false;
    const checkCaller = async () => {
      if (isCallerChecked) return;
      isCallerChecked = true;
      await transactionGuard?.after?.(db);
    };
    const jobs: NewJobs = new Map();
    const updates: LiveUpdate[] = [];
    const finalWrites: (() => Promise<void>)[] = [];
    let isOpen = true;
    const assertOpen = () => {
      if (!isOpen) throw new Error('The unit of work is over');
    };
    const result = await work({
      db,
      enqueue(name, payload, options) {
        assertOpen();
        addJob(jobs, name, payload, options);
      },
      publishAfterCommit(update) {
        assertOpen();
        updates.push(update);
      },
      checkCaller() {
        assertOpen();
        return checkCaller();
      },
      beforeCommit(write) {
        assertOpen();
        finalWrites.push(write);
      },
    });
    isOpen = false;
    if (jobs.size > 0) await insertJobs(db, jobs);
    await checkCaller();
    for (const write of finalWrites) await write();
    return { result, updates };
  });
  for (const update of updates) live.publish(update);
  return result;
}
