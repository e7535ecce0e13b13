/** Runs the jobs, and gives back those of a worker that died. */
import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Deps } from './deps.ts';
import { listBusyPools, type JobHandlers } from './jobs.ts';
import { bookingJobs } from './modules/bookings/bookings.jobs.ts';
import { paymentJobs } from './modules/payments/payments.jobs.ts';

/** Every job of the product. The type says when one is missing. */
const handlersOf = (deps: Deps): JobHandlers => ({ ...bookingJobs(deps), ...paymentJobs(deps) });

/** How often the jobs of dead workers are looked for. The queue itself would give them back after four hours. */
const SWEEP_MS = 2_000;

export interface RunningWorker {
  stop(): Promise<void>;
}

/**
 * Starts taking jobs. A process that is killed while it runs a job leaves the job locked, so every worker holds a
 * PostgreSQL advisory lock named after itself for as long as its connection lives; whoever can take that lock knows
 * that the worker is gone and unlocks its jobs.
 */
export async function startWorker(deps: Deps): Promise<RunningWorker> {
  const alive = new pg.Client({ connectionString: deps.env.DATABASE_URL, application_name: 'marquee-worker-alive' });
  alive.on('error', (error) => deps.log.error({ err: error }, 'worker lost its liveness connection'));
  await alive.connect();

  const events = new EventEmitter() as WorkerEvents;
  let poolId = '';
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
    alive.query('select pg_advisory_lock(hashtextextended($1, 0))', [poolId]).catch((error: unknown) => {
      deps.log.error({ err: error }, 'worker could not take its liveness lock');
    });
  });

  const tasks = Object.fromEntries(
    Object.entries(handlersOf(deps)).map(([name, handle]) => [name, handle as TaskList[string]]),
  );
  const runner: Runner = await run({
    pgPool: deps.pool,
    concurrency: 4,
    pollInterval: 1_000,
    noHandleSignals: true,
    taskList: tasks,
    events,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') deps.log.error({ meta }, message);
      else deps.log.debug({ meta }, message);
    }),
  });

  const utils = await makeWorkerUtils({ pgPool: deps.pool });
  const sweep = async () => {
    for (const id of await listBusyPools(deps.db, poolId)) {
      const { rows } = await alive.query<{ gone: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as gone', [id],
      );
      if (rows[0]?.gone !== true) continue;
      deps.log.warn({ worker: id }, 'unlocking the jobs of a worker that died');
      await utils.forceUnlockWorkers([id]);
      await alive.query('select pg_advisory_unlock(hashtextextended($1, 0))', [id]);
    }
  };
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => deps.log.error({ err: error }, 'worker sweep failed'));
  }, SWEEP_MS);

  return {
    async stop() {
      clearInterval(timer);
      await sweeping;
      await runner.stop();
      await utils.release();
      await alive.end();
    },
  };
}
