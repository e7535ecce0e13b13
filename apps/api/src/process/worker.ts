/** Runs the jobs, and gives back those of a worker that died. */
import { EventEmitter } from 'node:events';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Deps } from '../core/deps.ts';
import { KEEP_ALIVE, openPool } from '../db/client.ts';
import { AWAITED } from '../core/jobs.ts';
import { delayRepeated, deleteReplaced, hurryRetries, listBusyPools, unlockJobsOf } from '../core/queue.ts';
import { handlersOf } from './handlers.ts';
import { planHousekeeping } from '../modules/housekeeping/housekeeping.service.ts';
import { planCheck } from '../modules/reconciliation/check.service.ts';
import { requestReconciliation } from '../modules/reconciliation/reconciliation.service.ts';
import { planLooks } from '../modules/posts/looks.service.ts';
import { planNews } from '../modules/saved/search-news.service.ts';

const LATE_MS = 1_000;

const isAwaited = (name: string) => (AWAITED as readonly string[]).includes(name);

export interface RunningWorker {
  stop(): Promise<void>;
}

/**
 * Starts taking jobs, and starts again whenever the database was gone: what the queue could
 * not write then (the end of a job, a job it had just taken) stays locked under the old
 * life's name, and only a new life may give it back. The first start waits for the database as well.
 */
export async function startWorker(deps: Deps): Promise<RunningWorker> {
  const stopping = new AbortController();
  let life = await begin(deps, stopping.signal);
  const keepAlive = async () => {
    for (;;) {
      await life.ended;
      await life.stop();
      if (stopping.signal.aborted) return;
      deps.log.warn('the worker starts again');
      life = await begin(deps, stopping.signal);
      // It was told to stop while it was starting.
      if (stopping.signal.aborted) life.end();
    }
  };
  const done = keepAlive();
  return {
    async stop() {
      stopping.abort();
      life.end();
      await done;
    },
  };
}

interface Life {
  /**
   * Resolves when the worker lost its lock or its queue, or was
   * told to end. Its jobs may still run until `stop` is through.
   */
  ended: Promise<void>;
  end(): void;
  stop(): Promise<void>;
}

/** Tries until it works; told to stop meanwhile, it returns a life that has ended. */
async function begin(deps: Deps, stopping: AbortSignal): Promise<Life> {
  while (!stopping.aborted) {
    try {
      return await beginLife(deps);
    } catch (error) {
      deps.log.error({ err: error }, 'the worker could not start');
      await new Promise((resolve) => {
        setTimeout(resolve, deps.env.TIMING.restartMs);
      });
    }
  }
  return { ended: Promise.resolve(), end: () => {}, stop: () => Promise.resolve() };
}

/**
 * One life of a worker: a queue that takes jobs, and a lock that says so. A process that is killed while it runs a job
 * leaves the job locked, so every life holds a PostgreSQL advisory lock named after itself for as long as its
 * connection lives; whoever can take that lock knows that the worker is gone and unlocks its jobs.
 */
async function beginLife(deps: Deps): Promise<Life> {
  const times = deps.env.TIMING;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const endAfter = (what: string) => (error: unknown) => {
    deps.log.error({ err: error }, what);
    end();
  };

  const alive = new pg.Client({
    connectionString: deps.env.DATABASE_DIRECT_URL,
    application_name: 'marquee-worker-alive',
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
    ...KEEP_ALIVE,
  });
  alive.on('error', endAfter('worker lost its liveness connection'));
  alive.on('end', end);
  await alive.connect();
  try {
    // Whatever happened while nobody worked.
    await requestReconciliation(deps);
    await planHousekeeping(deps);
    await planNews(deps);
    await planLooks(deps);
    await planCheck(deps);
  } catch (error) {
    await alive.end();
    throw error;
  }

  // The queue listens on one connection, and four jobs are taken and ended on others. That a job was taken or has ended
  // may be lost: it is then done again, which changes nothing (safety.md M9).
  const pool = openPool(
    deps.env.DATABASE_DIRECT_URL,
    QUEUE_CONNECTIONS,
    (error) => deps.log.error({ err: error }, 'idle connection of the queue failed'),
    { isFlushed: false, name: 'marquee-queue' },
  );
  const events = new EventEmitter() as WorkerEvents;
  let poolId = '';
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
    alive
      .query('select pg_advisory_lock(hashtextextended($1, 0))', [poolId])
      .catch(endAfter('worker could not take its liveness lock'));
  });
  // After ends of jobs could not be written, the queue counts wrong and waits for ever (its `batch`, 0.18): when no job
  // runs any more, what is still being written is waited for here as well.
  const { promise: jobsEnded, resolve: endJobs } = Promise.withResolvers<void>();
  for (const name of ['gracefulShutdown:complete', 'forcefulShutdown:complete', 'forcefulShutdown:error'] as const)
    events.on(`pool:${name}`, () => endJobs());
  let listener: pg.PoolClient | undefined;
  events.on('pool:listen:success', ({ client }) => {
    listener = client;
  });
  events.on('pool:listen:release', () => {
    listener = undefined;
  });
  const loseJobs = endAfter('worker could not take jobs');
  events.on('localQueue:init', ({ localQueue }) => mendEnd(localQueue));
  events.on('localQueue:refetchDelay:expired', ({ localQueue }) => takeWhatWasTold(localQueue));

  const tasks = Object.fromEntries(
    Object.entries(handlersOf(deps)).map(([name, handle]): [string, TaskList[string]] => [
      name,
      async (payload, { job }) => {
        await (handle as (payload: unknown, since: Date) => Promise<void>)(payload, job.created_at);
        // Only a job that is late can have asked for itself again at a time that is over.
        if (job.key !== null && Date.now() - job.run_at.getTime() > LATE_MS)
          await delayRepeated(deps.db, job.key, job.run_at);
        // What it does is done; its row goes next.
        if (isAwaited(name)) deps.jobs.tell(job.id);
      },
    ]),
  );
  let runner: Runner;
  try {
    runner = await run({
      pgPool: releasedOnce(pool),
      concurrency: CONCURRENCY,
      pollInterval: times.pollMs,
      noHandleSignals: true,
      taskList: tasks,
      events,
      preset: {
        worker: {
          // Without batches, the end of a job that cannot be written is a rejection that nobody handles: it ends the
          // process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          // Jobs are taken for all hands with one statement, and while fewer are there than hands, not again at once:
          // taking them one by one is asked twice a job, which costs PostgreSQL more than what most jobs do.
          localQueue: {
            size: CONCURRENCY,
            // Those that no hand was free for soon are another worker's.
            ttl: WAITING_MS,
            refetchDelay: { durationMs: GATHER_MS, threshold: CONCURRENCY - 1, maxAbortThreshold: Infinity },
          },
        },
      },
      logger: new Logger(() => (level, message, meta) => {
        // The jobs may have been taken before the answer was lost: nobody runs them, and they count as ours.
        if (message.startsWith(FETCH_FAILED)) loseJobs(meta?.['error']);
        else if (level === 'error') deps.log.error({ meta }, message);
        else deps.log.debug({ meta }, message);
      }),
    });
  } catch (error) {
    await endPool(pool, () => listener);
    await alive.end();
    throw error;
  }
  runner.promise.then(end, endAfter('worker stopped'));

  const sweep = async () => {
    await hurryRetries(deps.db, times.retryMs);
    await deleteReplaced(deps.db);
    for (const id of await listBusyPools(deps.db, poolId, times.lockMs)) {
      const { rows } = await alive.query<{ gone: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as gone',
        [id],
      );
      if (rows[0]?.gone !== true) continue;
      deps.log.warn({ worker: id }, 'unlocking the jobs of a worker that died');
      await unlockJobsOf(deps.db, id);
      await alive.query('select pg_advisory_unlock(hashtextextended($1, 0))', [id]);
    }
  };
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => deps.log.error({ err: error }, 'worker sweep failed'));
  }, times.sweepMs);

  return {
    ended,
    end,
    async stop() {
      clearInterval(timer);
      await sweeping;
      // The queue may be on its way down already; its own promise says when it is.
      const stopped = runner.stop().then(
        () => runner.promise.catch(() => {}),
        () => runner.promise.catch(() => {}),
      );
      await Promise.race([stopped, jobsEnded.then(() => isQuiet(pool, () => listener))]);
      await endPool(pool, () => listener);
      // The lock goes last: until here a job of ours may have been running.
      await alive.end().catch(() => {});
    },
  };
}

/**
 * Lets a queue end while jobs wait for a hand. It then refuses to note that it is giving them back, leaves that to
 * itself, and when it fails, nobody handles it, which ends the process (0.18, `background`). What could not be given
 * back stays locked, and is unlocked as the jobs of a life that is over are.
 */
function mendEnd(localQueue: object): void {
  const queue = localQueue as { background(work: Promise<unknown>): void };
  const note = queue.background.bind(queue);
  queue.background = (work) => {
    work.catch(() => {});
    try {
      note(work);
    } catch {
      // It has ended, and `stop` waits until its connections are idle.
    }
  };
}

/**
 * Has the queue look at the end of its pause where jobs were told of during it, or while it looked: by itself it counts
 * them and looks with the next poll (0.18, `pulse`).
 */
function takeWhatWasTold(localQueue: object): void {
  const queue = localQueue as { refetchDelayCounter: number; refetchDelayFetchOnComplete: boolean };
  if (queue.refetchDelayCounter > 0) queue.refetchDelayFetchOnComplete = true;
}

/**
 * The same pool, from which a connection may be given back twice. The queue gives its listener back again when it
 * learns that it is broken, also when that has been done (0.18: `release` in its main.js), and nobody handles the
 * refusal.
 */
function releasedOnce(pool: pg.Pool): pg.Pool {
  const released = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => void released.delete(client));
  pool.on('release', (_error, client) => void released.add(client));
  type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;
  const connect = pool.connect.bind(pool);
  const connectOnce = (callback?: (...given: Connected) => void) =>
    callback === undefined
      ? connect()
      : connect((error, client, release) =>
          callback(error, client, (broken) => {
            if (client !== undefined && !released.has(client)) release(broken);
          }),
        );
  return Object.assign(pool, { connect: connectOnce });
}

const CONCURRENCY = 4;
const GATHER_MS = 15;
const WAITING_MS = 1_000;
/** How the queue (0.18, localQueue.js) says that jobs could not be taken; it has no event for it. */
const FETCH_FAILED = 'Error occurred fetching jobs';
const QUEUE_CONNECTIONS = CONCURRENCY + 2;
const LOOK_MS = 20;
const QUIET_LOOKS = 10;

/** The connection that the queue listens on, while it does. */
type Listener = () => pg.PoolClient | undefined;

const look = () =>
  new Promise((resolve) => {
    setTimeout(resolve, LOOK_MS);
  });

/**
 * Waits until the queue writes nothing, and has not for some looks: it begins to write a moment after a job has ended.
 */
async function isQuiet(pool: pg.Pool, listener: Listener): Promise<void> {
  for (let looks = 0; looks < QUIET_LOOKS; await look()) {
    const used = pool.totalCount - pool.idleCount + pool.waitingCount;
    looks = used > (listener() === undefined ? 0 : 1) ? 0 : looks + 1;
  }
}

/**
 * Closes the pool when nothing uses it, and lets nothing more be written: the end of a job that came when others may
 * take it again would be the end of theirs. The queue may never give the listener back.
 */
async function endPool(pool: pg.Pool, listener: Listener): Promise<void> {
  pool.end().catch(() => {});
  while (pool.totalCount > (listener() === undefined ? 0 : 1)) await look();
  listener()?.release(true);
}
