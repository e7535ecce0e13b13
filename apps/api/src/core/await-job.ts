/** Lets a request wait for a job, or run the job in its own process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { Deps } from './deps.ts';
import { runMeasuredJob } from './job-runs.ts';
import { getJobKey, type AwaitedJob, type Jobs } from './jobs.ts';
import { inTransaction } from './unit-of-work.ts';

const MAX_WAIT_MS = 8_000;
/**
 * Polling interval while the process is notified of finished jobs. Otherwise, the interval increases from
 * `MIN_POLL_MS` to `MAX_POLL_MS`.
 */
const POLL_IF_LISTENING_MS = 1_000;
const MIN_POLL_MS = 20;
const MAX_POLL_MS = 250;

/** Waits up to 8 s until an enqueued job is done. If it is not, the caller responds with the current state. */
export const awaitJob = <N extends AwaitedJob>(
  deps: Pick<Deps, 'db' | 'jobs'>,
  name: N,
  payload: Jobs[N],
): Promise<void> => waitForJobUntil(performance.now() + MAX_WAIT_MS, deps, getJobKey(name, payload));

async function waitForJobUntil(deadline: number, { db, jobs }: Pick<Deps, 'db' | 'jobs'>, key: string): Promise<void> {
  const id = await findJobId(db, key);
  if (id === undefined) return;
  let pause = MIN_POLL_MS;
  while (performance.now() < deadline) {
    const msLeft = deadline - performance.now();
    if ((await jobs.wait(id, Math.min(jobs.isListening() ? POLL_IF_LISTENING_MS : pause, msLeft))) === 'done') return;
    const { rows } = await sql`select from job where id = ${id}`.execute(db);
    if (rows.length === 0) return;
    pause = Math.min(pause * 1.2, MAX_POLL_MS);
  }
}

/**
 * Returns the id of the job with this key that is not running yet, or else of the running one that was enqueued
 * last.
 */
async function findJobId(db: Db, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text from job where key = ${key} and leased_until is null
    union all (select id::text from job where key = ${key} and leased_until is not null order by id desc limit 1)
    limit 1`.execute(db);
  return rows[0]?.id;
}

/**
 * Runs a job in this process instead of waiting for a worker. The caller may have enqueued the job with `afterMs`, so
 * that a worker runs it if this process dies or takes too long. After the run, the job is removed from the queue. Use
 * this only for jobs that a booking needs once, because a later job with the same key would be removed as well. If the
 * job fails, a worker retries it at once. Waits up to 8 s, and throws only if the database fails.
 */
export async function runJobInProcess<N extends AwaitedJob>(caller: Deps, name: N, payload: Jobs[N]): Promise<void> {
  const deps = { ...caller, transactionGuard: null };
  const key = getJobKey(name, payload);
  const deadline = performance.now() + MAX_WAIT_MS;
  const work = async (): Promise<'done' | 'failed'> => {
    try {
      const handlers = await deps.handlers(deps);
      await runMeasuredJob(deps, { name }, () => handlers[name](payload, new Date()));
    } catch {
      // The error is logged, and a worker will retry the job.
      await inTransaction(deps, (tx) => tx.enqueue(name, payload));
      return 'failed';
    }
    await sql`delete from job where key = ${key} and leased_until is null and attempts = 0 and run_at > now()`.execute(
      deps.db,
    );
    return 'done';
  };
  const working = work();
  const outcome = await Promise.race([working, pauseUpTo(deps.env.TIMING.ownMs)]);
  if (outcome === 'done') return;
  // This run took too long, so a worker may run the job as well. The run that finishes second finds nothing to do,
  // so this one is not stopped, and an error is only logged.
  if (outcome === 'late') {
    working.catch((error: unknown) =>
      deps.log.error({ err: error, job: name }, 'failed to hand a job over to a worker'),
    );
    // No worker runs a job that is not in the queue.
    if ((await findJobId(deps.db, key)) === undefined)
      await Promise.race([working, pauseUpTo(deadline - performance.now())]);
  }
  await waitForJobUntil(deadline, deps, key);
}

/** Does not keep the process alive. */
const pauseUpTo = (ms: number) => sleep(ms, 'late' as const, { ref: false });
