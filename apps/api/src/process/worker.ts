import { setTimeout as sleep } from 'node:timers/promises';
import { summarizeError } from '../config/log.ts';
import type { Deps } from '../core/deps.ts';
import { runMeasuredJob } from '../core/job-runs.ts';
import { deleteJobs, extendLeases, retryJob, takeJobs, type LeasedJob } from '../core/queue.ts';
import { openDb, openPool } from '../db/client.ts';
import { createJobHandlers } from './handlers.ts';
import { scheduleRecurringJobs } from './recurring-jobs.ts';

const MAX_RUNNING_JOBS = 4;
/** Pause before finished jobs are deleted and new ones are taken, so that one statement can handle several jobs. */
const DELETE_BATCH_MS = 15;
export interface RunningWorker {
  /** Stops taking jobs, and resolves when the running ones have finished. */
  stop(): Promise<void>;
}

/**
 * Starts a worker, and resolves when the database has responded. The worker leases each job that it takes, and
 * extends the lease while the job runs. If the process dies, the lease expires and another worker runs the job
 * again. A job must therefore be safe to run twice, even at the same time. If the database is unavailable, the
 * worker keeps the results of finished jobs until it can write them.
 */
export async function startWorker(deps: Deps): Promise<RunningWorker> {
  const { pollMs, leaseMs, retryMs, restartMs } = deps.env.TIMING;
  const { log } = deps;
  const onError = (error: Error) => log.error({ err: error }, 'idle queue connection failed');
  // The queue's transactions do not wait for the disk. If PostgreSQL crashes, it may lose the latest ones. The
  // affected jobs then run again.
  const db = openDb(openPool(deps.env.DATABASE_DIRECT_URL, 2, onError, { isFlushed: false, name: 'marquee-queue' }));
  const handlers = createJobHandlers(deps);
  /** Jobs that this worker has taken and whose results are not written yet, by id. */
  const heldJobs = new Map<string, LeasedJob>();
  const endedJobs: { job: LeasedJob; error?: string }[] = [];
  const running = () => heldJobs.size - endedJobs.length;
  const stopping = new AbortController();
  let nap = new AbortController();
  const wake = () => nap.abort();

  const perform = async (job: LeasedJob): Promise<void> => {
    try {
      const handle = handlers[job.name] as (payload: unknown, since: Date) => Promise<void>;
      await runMeasuredJob(deps, job, () => handle(job.payload, job.createdAt));
      deps.jobs.notifyDone(job.id);
      endedJobs.push({ job });
    } catch (error) {
      endedJobs.push({ job, error: summarizeError(error) });
    }
    wake();
  };

  const writeEnds = async (): Promise<void> => {
    const batch = endedJobs.slice();
    for (const { job, error } of batch) if (error !== undefined) await retryJob(db, job, error, retryMs);
    const doneJobs = batch.flatMap(({ job, error }) => (error === undefined ? [job] : []));
    if (doneJobs.length > 0) await deleteJobs(db, doneJobs);
    endedJobs.splice(0, batch.length);
    for (const { job } of batch) heldJobs.delete(job.id);
  };

  const takeMore = async (): Promise<void> => {
    const free = MAX_RUNNING_JOBS - running();
    if (stopping.signal.aborted || free === 0) return;
    const takenJobs = await takeJobs(db, free, leaseMs);
    for (const job of takenJobs) {
      const heldJob = heldJobs.get(job.id);
      if (heldJob === undefined) {
        heldJobs.set(job.id, job);
        void perform(job);
      } else {
        // After an outage of the database, this worker may take a job again that it is still running.
        heldJob.attempts = job.attempts;
      }
    }
  };

  const started = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    // Whether the leases are extended and the recurring jobs are enqueued. False at startup and after every outage
    // of the database.
    let isPlanned = false;
    while (!stopping.signal.aborted || running() > 0) {
      try {
        if (!isPlanned) {
          await extendLeases(db, [...heldJobs.values()], leaseMs);
          await scheduleRecurringJobs(deps);
        }
        isPlanned = true;
        started.resolve();
        await writeEnds();
        await takeMore();
        await sleep(pollMs, undefined, { signal: nap.signal }).catch(() => {});
        nap = new AbortController();
        await sleep(DELETE_BATCH_MS);
      } catch (error) {
        log.error({ err: error }, 'the worker cannot reach the queue; retrying');
        isPlanned = false;
        await sleep(restartMs);
      }
    }
    await writeEnds().catch((error: unknown) => log.error({ err: error }, 'failed to record finished jobs'));
  };

  const stopListening = deps.jobs.onAdded(wake);
  const lease = setInterval(() => {
    if (heldJobs.size === 0) return;
    extendLeases(db, [...heldJobs.values()], leaseMs).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to extend the leases of running jobs'),
    );
  }, leaseMs / 3);
  const working = work();
  await started.promise;
  return {
    async stop() {
      stopping.abort();
      wake();
      await working;
      stopListening();
      clearInterval(lease);
      await db.destroy();
    },
  };
}
