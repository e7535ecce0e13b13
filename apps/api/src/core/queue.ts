/** Writing and watching jobs. The only file that knows the job library's tables. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../db/schema.ts';
import { atEnd, inTransaction } from '../db/transaction.ts';
import type { Deps } from './deps.ts';
import { PRIORITIES, type AwaitedJob, type JobName, type Jobs } from './jobs.ts';

/**
 * No job gives up by itself: what it stands for (a card to let go,
 * a payout) is owed until it is done. The column's largest value.
 */
const MAX_ATTEMPTS = 32_767;

/**
 * Enqueues a job in the caller's transaction: it exists if and only if the change that it follows from does.
 * One job of a name per subject waits at a time; enqueuing again replaces the waiting one (a running one is followed by
 * the new one). `runAt`: not before this time; `afterMs`: not before so many milliseconds of the database's clock;
 * `isKept`: a job that waits already keeps its time.
 */
export async function enqueue<N extends JobName>(
  tx: Transaction<Database>,
  name: N,
  payload: Jobs[N],
  { runAt = null, afterMs = 0, isKept = false }: { runAt?: Date | null; afterMs?: number; isKept?: boolean } = {},
): Promise<void> {
  const key = keyOf(name, payload);
  const job: Owed = { name, payload: JSON.stringify(payload), runAt, afterMs, priority: PRIORITIES[name] ?? 0, isKept };
  const owed = owedBy.get(tx);
  if (owed !== undefined) {
    const before = owed.get(key);
    const kept = isKept && before !== undefined ? before : job;
    owed.set(key, { ...job, runAt: kept.runAt, afterMs: kept.afterMs, isKept: kept.isKept });
    return;
  }
  const jobs = new Map([[key, job]]);
  // All jobs of a transaction are written with one call, which costs hardly more than one of them.
  if (atEnd(tx, () => insertJobs(tx, jobs))) owedBy.set(tx, jobs);
  else await insertJobs(tx, jobs);
}

interface Owed {
  name: JobName;
  /** JSON. */
  payload: string;
  runAt: Date | null;
  afterMs: number;
  priority: number;
  isKept: boolean;
}

/** By key: what a transaction has enqueued and not written yet. */
const owedBy = new WeakMap<Transaction<Database>, Map<string, Owed>>();

/**
 * Writes the jobs as the library's `add_jobs` does, in one statement that is planned once: its function costs several
 * times as much, and wakes workers for timers too. What it alone can do is left to it: a job that is running, whose key
 * the new one takes, and the first job of a name.
 */
async function insertJobs(tx: Transaction<Database>, owed: ReadonlyMap<string, Owed>): Promise<void> {
  owedBy.delete(tx);
  const jobs = [...owed].map(([key, job]) => ({ key, ...job }));
  const { rows } = await sql<{ written: number }>`
    with job as (
      ${jobsOf(jobs)}
    ), written as (
      insert into graphile_worker._private_jobs as jobs (task_id, payload, run_at, max_attempts, key, priority)
      select tasks.id, job.payload, job.run_at, ${sql.lit(MAX_ATTEMPTS)}, job.key, job.priority
      from job inner join graphile_worker._private_tasks as tasks on tasks.identifier = job.name
      on conflict (key) do update set
        task_id = excluded.task_id, payload = excluded.payload, priority = excluded.priority,
        max_attempts = excluded.max_attempts, attempts = 0, last_error = null, updated_at = now(),
        revision = jobs.revision + 1,
        run_at = case
          when jobs.attempts = 0 and exists (select 1 from job where job.key = excluded.key and job.is_kept)
          then jobs.run_at else excluded.run_at end
      where jobs.locked_at is null
      returning run_at
    )
    select count(*)::int as written, (
      select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text)
      from written where run_at <= now() having count(*) > 0
    ) from written`.execute(tx);
  if (rows[0]?.written === jobs.length) return;
  for (const isKept of [false, true]) {
    const some = jobs.filter((job) => job.isKept === isKept);
    if (some.length === 0) continue;
    await sql`select count(*) from graphile_worker.add_jobs(array(
      select row(name, payload, null, run_at, ${MAX_ATTEMPTS}::smallint, key, priority, null)::graphile_worker.job_spec
      from (${jobsOf(some)}) as job), ${isKept}::boolean)`.execute(tx);
  }
}

/** Jobs as rows; a batch is one text of SQL, however many they are. */
function jobsOf(jobs: readonly (Owed & { key: string })[]) {
  const column = <T>(of: (job: Owed & { key: string }) => T) => jobs.map(of);
  return sql`select name, payload, coalesce(run_at, now() + after * interval '1 millisecond') as run_at, key, priority, is_kept
      from unnest(
        ${column(({ name }) => name)}::text[], ${column(({ payload }) => payload)}::json[],
        ${column(({ runAt }) => runAt)}::timestamptz[], ${column(({ afterMs }) => afterMs)}::int[],
        ${column(({ key }) => key)}::text[], ${column(({ priority }) => priority)}::smallint[],
        ${column(({ isKept }) => isKept)}::boolean[]
      ) as job (name, payload, run_at, after, key, priority, is_kept)`;
}

/** Names a job and its subject, in whatever order the payload's fields were written. */
export const keyOf = <N extends JobName>(name: N, payload: Jobs[N]): string => {
  const fields = Object.entries<unknown>(payload).filter(([, value]) => value !== undefined);
  const values = fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => String(value));
  return `${name}:${values.join(':')}`;
};

const WAIT_MS = 8_000;
/** How often somebody who waits looks: seldom while news come; otherwise soon at first, later less often. */
const LOOK_MS = 1_000;
const POLL_MS = 20;
const POLL_MOST_MS = 250;

/**
 * Waits until an enqueued job is done, at most some seconds: it
 * goes on without us, and the caller reads where things stand.
 */
export const awaitJob = <N extends AwaitedJob>(
  deps: Pick<Deps, 'db' | 'jobs'>,
  name: N,
  payload: Jobs[N],
): Promise<void> => awaitUntil(performance.now() + WAIT_MS, deps, keyOf(name, payload));

async function awaitUntil(deadline: number, { db, jobs }: Pick<Deps, 'db' | 'jobs'>, key: string): Promise<void> {
  // Its own number: under its key another one may run that began before, and one may follow.
  const id = await findJobId(db, key);
  if (id === undefined) return;
  let pause = POLL_MS;
  while (performance.now() < deadline) {
    const left = deadline - performance.now();
    if ((await jobs.wait(id, Math.min(jobs.isListening() ? LOOK_MS : pause, left))) === 'done') return;
    if (!(await isOwed(db, id))) return;
    pause = Math.min(pause * 1.2, POLL_MOST_MS);
  }
}

/**
 * Does a job here, and takes it out of the queue where this process enqueued it for later (`afterMs`): who asked waits
 * for no worker, and one does it only when this process dies or takes longer. Only for jobs that follow from a change
 * which a booking sees once, so that nobody else's wish for later stands under the same key. When the job fails it is
 * enqueued for a worker. Waits as long as `awaitJob` does; fails only when the database does.
 */
export async function doJob<N extends AwaitedJob>(deps: Deps, name: N, payload: Jobs[N]): Promise<void> {
  const key = keyOf(name, payload);
  const deadline = performance.now() + WAIT_MS;
  const work = async (): Promise<'done' | 'owed'> => {
    try {
      const handlers = await deps.handlers(deps);
      await handlers[name](payload, new Date());
    } catch (error) {
      deps.log.warn({ err: error, job: key }, 'a worker takes a job over');
      await inTransaction(deps.db, (tx) => enqueue(tx, name, payload));
      return 'owed';
    }
    await sql`delete from graphile_worker._private_jobs
      where key = ${key} and locked_at is null and attempts = 0 and run_at > now()`.execute(deps.db);
    return 'done';
  };
  const late = new AbortController();
  const working = work();
  const outcome = await Promise.race([
    working,
    sleep(deps.env.TIMING.ownMs, 'late' as const, { signal: late.signal, ref: false }).catch(() => 'late' as const),
  ]).finally(() => late.abort());
  if (outcome === 'done') return undefined;
  // It goes on; by now a worker does it as well, and whoever comes second finds it done.
  if (outcome === 'late')
    working.catch((error: unknown) => deps.log.error({ err: error, job: key }, 'a job could not be handed over'));
  return awaitUntil(deadline, deps, key);
}

const findJobId = async (db: Db, key: string): Promise<string | undefined> => {
  const { rows } = await sql<{
    id: string;
  }>`select id::text from graphile_worker._private_jobs where key = ${key}`.execute(db);
  return rows[0]?.id;
};

const isOwed = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from graphile_worker._private_jobs where id = ${id}`.execute(db);
  return rows.length > 0;
};

/**
 * Brings the next try of failed jobs as near as `withinMs`: the queue's own
 * pauses grow to six hours. Jobs that never failed are timers and stay.
 */
export async function hurryRetries(db: Db, withinMs: number): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now() + ${withinMs} * interval '1 millisecond'
    where attempts > 0 and locked_at is null and last_error is not null
      and run_at > now() + ${withinMs} * interval '1 millisecond'`.execute(db);
}

/**
 * Delays a job that has asked for itself again at a time that is over for the database: a timer that is not due by the
 * product's clock, which is behind. It would run again at once, before everything that was asked for later. `runAt` is
 * when the job was due that has just run; what was asked for since is left alone.
 */
export async function delayRepeated(db: Db, key: string, runAt: Date): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now() + ${REPEAT_MS} * interval '1 millisecond'
    where key = ${key} and locked_at is null and run_at <= ${runAt}`.execute(db);
}
const REPEAT_MS = 1_000;

/**
 * Removes what is left of jobs that were replaced while a worker that died held them: the queue takes their key and
 * their tries, so they never run again. A job of ours always has a key; one without is such a remainder.
 */
export async function deleteReplaced(db: Db): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where key is null and attempts >= max_attempts and locked_at is null`.execute(
    db,
  );
}

/** Pools that hold jobs which were taken longer ago than this, except `own`. */
export async function listBusyPools(db: Db, own: string, lockedMs: number): Promise<string[]> {
  const { rows } = await sql<{ lockedBy: string }>`
    select distinct locked_by from graphile_worker._private_jobs
    where locked_by is not null and locked_by <> ${own} and locked_at < now() - ${lockedMs} * interval '1 millisecond'`.execute(
    db,
  );
  return rows.map((row) => row.lockedBy);
}

/** Gives back the jobs that a pool of a worker that died still holds. */
export async function unlockJobsOf(db: Db, pool: string): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array[${pool}]::text[])`.execute(db);
}
