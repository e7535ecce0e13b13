/**
 * The job queue (table `job`). Services enqueue jobs in a transaction (core/unit-of-work.ts), and workers take and
 * finish them (process/worker.ts).
 */
import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../db/schema.ts';
import { JOB_ADDED_CHANNEL, JOB_DONE_CHANNEL } from './job-watch.ts';
import { getTraceparent } from './tracing.ts';
import { AWAITED_JOBS, getJobKey, JOB_PRIORITIES, type JobName, type Jobs } from './jobs.ts';

interface NewJob {
  key: string;
  name: JobName;
  payload: Jobs[JobName];
  priority: number;
  runAt: Date | null;
  afterMs: number;
  isKept: boolean;
  /** The trace of the request that enqueues the job. It is not part of the key. */
  traceparent: string | null;
}

/** The jobs that a transaction enqueues, by key. */
export type NewJobs = Map<string, NewJob>;

/**
 * When a job runs. `runAt` is the earliest time. Without `runAt`, the job runs after `afterMs` milliseconds by the
 * database's clock. With `isKept`, a job that is already waiting keeps its time.
 */
export interface EnqueueOptions {
  runAt?: Date | null;
  afterMs?: number;
  isKept?: boolean;
}

/** Adds a job to `jobs`. It replaces a job with the same key, unless `isKept` is set. */
export function addJob<N extends JobName>(
  jobs: NewJobs,
  name: N,
  payload: Jobs[N],
  { runAt = null, afterMs = 0, isKept = false }: EnqueueOptions = {},
): void {
  const key = getJobKey(name, payload);
  if (isKept && jobs.has(key)) return;
  const priority = JOB_PRIORITIES[name] ?? 0;
  jobs.set(key, { key, name, payload, priority, runAt, afterMs, isKept, traceparent: getTraceparent() });
}

/**
 * Inserts jobs, or updates waiting jobs with the same keys. Sorted by key, so that two transactions cannot deadlock.
 */
export async function insertJobs(db: Transaction<Database>, jobs: NewJobs): Promise<void> {
  await sql`
    with added as (
      select key, name, payload, priority, "runAt", "afterMs", "isKept", traceparent from jsonb_to_recordset(${JSON.stringify([...jobs.values()])}::jsonb) as added (
        key text, name text, payload jsonb, priority smallint, "runAt" timestamptz, "afterMs" int, "isKept" boolean,
        traceparent text)
    ), written as (
      insert into job (key, name, payload, priority, run_at, traceparent)
      select key, name, payload, priority, coalesce("runAt", now() + "afterMs" * interval '1 millisecond'), traceparent
      from added order by key
      on conflict (key) where leased_until is null do update set
        payload = excluded.payload, priority = excluded.priority, attempts = 0, last_error = null,
        traceparent = excluded.traceparent,
        run_at = case
          when not (select "isKept" from added where added.key = job.key) then excluded.run_at
          when job.attempts = 0 then job.run_at
          -- The job has failed, and its next attempt is due before the new time.
          else least(job.run_at, excluded.run_at) end
      returning run_at
    )
    select pg_notify(${JOB_ADDED_CHANNEL}, '') from written where run_at <= now() limit 1`.execute(db);
}

export interface LeasedJob {
  id: string;
  key: string;
  name: JobName;
  payload: Jobs[JobName];
  createdAt: Date;
  /** The number of attempts, including the current one. */
  attempts: number;
  /** The trace of the request that enqueued the job, or null. */
  traceparent: string | null;
}

/** All priorities of jobs, in the order in which workers take them. */
export const PRIORITY_LEVELS = [...new Set([0, ...Object.values(JOB_PRIORITIES)])].toSorted((a, b) => a - b);

/**
 * Leases up to `limit` due jobs for `leaseMs`, lowest priority number first. A job with an expired lease is due
 * again, because its worker has died or lost the database.
 */
export async function takeJobs(db: Db, limit: number, leaseMs: number): Promise<LeasedJob[]> {
  const { rows } = await sql<LeasedJob>`
    with due as (
      select due.id from unnest(${PRIORITY_LEVELS}::smallint[]) as level (priority) cross join lateral (
        select id from job
        where job.priority = level.priority and run_at <= now() and (leased_until is null or leased_until < now())
        order by run_at limit ${limit} for update skip locked
      ) as due limit ${limit}
    )
    update job set attempts = attempts + 1, leased_until = now() + ${leaseMs} * interval '1 millisecond'
    from due where job.id = due.id
    returning job.id::text, key, name, payload, created_at, attempts, traceparent`.execute(db);
  return rows;
}

/**
 * Returns jobs as the SQL table `held (id, attempts)`. Comparing `attempts` excludes jobs that another worker has
 * taken since.
 */
const leasedJobsSql = (jobs: readonly LeasedJob[]) =>
  sql`unnest(${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ attempts }) => attempts)}::int[]) as held (id, attempts)`;

/** Extends the leases of running jobs. */
export async function extendLeases(db: Db, jobs: readonly LeasedJob[], leaseMs: number): Promise<void> {
  await sql`
    update job set leased_until = now() + ${leaseMs} * interval '1 millisecond' from ${leasedJobsSql(jobs)}
    where job.id = held.id and job.attempts = held.attempts and leased_until is not null`.execute(db);
}

/**
 * Deletes finished jobs, and notifies the processes that wait for them. Skips jobs that another worker has taken
 * since. A job that ran before its time by the application's clock enqueues itself again. If that clock is behind
 * the database's, the new job is delayed by a second, so that it does not run nonstop.
 */
export async function deleteJobs(db: Db, jobs: readonly LeasedJob[]): Promise<void> {
  await sql`
    with done as (
      delete from job using ${leasedJobsSql(jobs)}
      where job.id = held.id and job.attempts = held.attempts and leased_until is not null
      returning job.id, name, key, run_at
    ), repeated as (
      update job set run_at = now() + interval '1 second' from done
      where job.key = done.key and job.leased_until is null and job.run_at <= done.run_at
    )
    select pg_notify(${JOB_DONE_CHANNEL}, id::text) from done where name = any(${AWAITED_JOBS})`.execute(db);
}

/**
 * Schedules the next attempt of a failed job. The pause grows with each attempt (3, 7, 20 seconds and so on, up to
 * `maxPauseMs`), and the number of attempts is not limited. If a job with the same key has been enqueued since, only
 * that job remains.
 */
export async function retryJob(db: Db, job: LeasedJob, error: string, maxPauseMs: number): Promise<void> {
  await sql`
    with failed as (delete from job where id = ${job.id} and attempts = ${job.attempts}
      returning id, key, name, payload, priority, created_at, attempts, traceparent)
    insert into job (id, key, name, payload, priority, created_at, attempts, traceparent, last_error, run_at)
    select id, key, name, payload, priority, created_at, attempts, traceparent, ${error},
      now() + least(exp(least(attempts, 10)), ${maxPauseMs}::int / 1000.0) * interval '1 second'
    from failed
    on conflict (key) where leased_until is null do update set created_at = least(job.created_at, excluded.created_at)`.execute(
    db,
  );
}
