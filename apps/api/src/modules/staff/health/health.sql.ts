import { sql, type Insertable } from 'kysely';
import { DURATION_BOUNDS, type OperationTotals } from '../../../core/metrics.ts';
import { JOB_SEVERITIES, type JobName } from '../../../core/jobs.ts';
import { PRIORITY_LEVELS } from '../../../core/queue.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** The time that one row of `operation_count` covers. */
const PERIOD_MS = 300_000;

/** Adds the calls of a process to the current period, in the order of the key, so that processes cannot deadlock. */
export async function insertOperationTotals(db: Db, now: Date, totals: readonly OperationTotals[]): Promise<void> {
  if (totals.length === 0) return;
  const period = new Date(Math.floor(now.getTime() / PERIOD_MS) * PERIOD_MS);
  await sql`
    insert into operation_count as kept (period, kind, operation, calls, failed, unavailable, durations)
    select ${period}, kind, operation, calls, failed, unavailable, durations
    from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as added (
      kind text, operation text, calls int, failed int, unavailable int, durations int[])
    order by kind, operation
    on conflict (period, kind, operation) do update set
      calls = kept.calls + excluded.calls, failed = kept.failed + excluded.failed,
      unavailable = kept.unavailable + excluded.unavailable,
      durations = array(select one + other from unnest(kept.durations, excluded.durations) as both_of (one, other))`.execute(
    db,
  );
}

/** Stores the figures of a running process, or updates them. */
export const upsertServerProcess = (db: Db, row: Insertable<Database['serverProcess']>) =>
  db
    .insertInto('serverProcess')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();

export const deleteServerProcess = (db: Db, id: string) =>
  db.deleteFrom('serverProcess').where('id', '=', id).execute();

/** Lists up to `limit` processes that have reported since `since`, oldest first. */
export const listServerProcesses = (db: Db, since: Date, limit: number) =>
  db
    .selectFrom('serverProcess')
    .select([
      'id',
      'role',
      'version',
      'startedAt',
      'seenAt',
      'poolTotal',
      'poolIdle',
      'poolWaiting',
      'liveStreams',
      'isMetricsPortRefused',
    ])
    .where('seenAt', '>=', since)
    .orderBy('startedAt')
    .limit(limit)
    .execute();

/** Sums the calls of each operation since `since`. The result has as many rows as there are operations. */
export async function sumOperationTotals(db: Db, since: Date): Promise<OperationTotals[]> {
  const counts = sql.join(
    Array.from({ length: DURATION_BOUNDS.length + 1 }, (_, at) => sql`sum(durations[${sql.lit(at + 1)}])::int`),
  );
  const { rows } = await sql<OperationTotals>`
    select kind, operation, sum(calls)::int as calls, sum(failed)::int as failed, sum(unavailable)::int as unavailable,
      array[${counts}] as durations
    from operation_count where period >= ${since} group by kind, operation`.execute(db);
  return rows;
}

/** The bound of the counts of jobs per priority, so that a long queue cannot slow the report down. */
const MAX_COUNTED_JOBS = 10_000;

interface QueueFigures {
  queued: number;
  /** The jobs whose time has come, including those that are running. */
  due: number;
  oldestDueSeconds: number;
  /** The name of the job that has been due for the longest time, or null if none is due. */
  oldestName: string | null;
}

/**
 * Returns the size of the queue and the job that has been due for the longest time. A leased job counts from the end
 * of its lease. The queue uses the database's clock.
 */
export async function findQueueFigures(db: Db): Promise<QueueFigures> {
  const levels = sql`unnest(${PRIORITY_LEVELS}::smallint[]) as level (priority)`;
  const { rows } = await sql<QueueFigures>`
    with oldest as (
      select name, due_at from ${levels} cross join lateral (
        select name, run_at as due_at from job
        where job.priority = level.priority and run_at <= now() and leased_until is null order by run_at limit 1
      ) as first
      union all (select name, leased_until from job where leased_until is not null and leased_until < now())
      order by due_at limit 1
    )
    select
      (select count(*)::int from (
        select from ${levels} cross join lateral (
          select from job where job.priority = level.priority order by run_at limit ${MAX_COUNTED_JOBS}) as of_level
      ) as counted) as queued,
      (select count(*)::int from (
        select from ${levels} cross join lateral (
          select from job where job.priority = level.priority and run_at <= now() order by run_at
          limit ${MAX_COUNTED_JOBS}) as of_level
      ) as counted) as due,
      coalesce(extract(epoch from now() - (select due_at from oldest)), 0)::float8 as oldest_due_seconds,
      (select name from oldest) as oldest_name`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('The count gave no row');
  return figures;
}

/** A job that failed so often fails again and again. It was tried for at least ten seconds. */
const FAILING_ATTEMPTS = 3;

/** Counts the jobs that fail again and again, by name. Counts at most 10,000 of each name. */
export async function listFailingJobs(db: Db): Promise<{ name: JobName; count: number }[]> {
  const { rows } = await sql<{ name: JobName; count: number }>`
    select name, count from unnest(${Object.keys(JOB_SEVERITIES)}::text[]) as name cross join lateral (
      select count(*)::int as count from (
        select from job where job.name = name.name and last_error is not null and attempts >= ${FAILING_ATTEMPTS}
        limit ${MAX_COUNTED_JOBS}
      ) as failing
    ) as counted where count > 0 order by count desc, name`.execute(db);
  return rows;
}

/** The requests and errors of half an hour. */
export interface RequestPeriod {
  from: Date;
  calls: number;
  /** The requests that failed or were answered with 503. */
  errors: number;
}

/** Sums the requests of each half hour from `since` to `until`, oldest first. */
export async function listRequestPeriods(db: Db, since: Date, until: Date): Promise<RequestPeriod[]> {
  const { rows } = await sql<RequestPeriod>`
    select half_hour as "from", coalesce(sum(calls), 0)::int as calls, coalesce(sum(failed + unavailable), 0)::int as errors
    from generate_series(date_bin('30 minutes', ${since}, timestamptz 'epoch'), ${until}, '30 minutes') as half_hour
      left join operation_count on kind = 'route' and period >= half_hour and period < half_hour + interval '30 minutes'
    group by half_hour order by half_hour`.execute(db);
  return rows;
}

/** Counts the open exceptions of each kind. */
export async function countOpenExceptionsByKind(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('moneyException')
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .where('resolvedAt', 'is', null)
    .groupBy('kind')
    .execute();
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** Returns the last finished nightly check. */
export const findLastNightlyCheck = (db: Db) =>
  db
    .selectFrom('reconciliationRun')
    .select([
      sql<Date>`finished_at`.as('finishedAt'),
      'heldCents',
      'heldBookings',
      'releasedCents',
      'openExceptions',
      'differences',
    ])
    .where('source', '=', 'job')
    .where('finishedAt', 'is not', null)
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst();

interface WebhookFigures {
  /** Events that arrived by webhook. */
  received: number;
  /** Events that took longer than `lateMs` to arrive. */
  late: number;
  /** Events that reconciliation found in Stripe's list before their webhook arrived. */
  missed: number;
  longestDelaySeconds: number;
}

/** Counts Stripe's events that arrived since `since`. Reads only the index `stripe_event_received_at`. */
export async function sumWebhooks(db: Db, since: Date, lateMs: number): Promise<WebhookFigures> {
  const { rows } = await sql<WebhookFigures>`
    select count(*) filter (where source = 'webhook')::int as received, count(*) filter (where source = 'list')::int as missed,
      count(*) filter (where received_at - created_at > ${lateMs} * interval '1 millisecond')::int as late,
      greatest(coalesce(extract(epoch from max(received_at - created_at)), 0), 0)::float8 as longest_delay_seconds
    from stripe_event where received_at >= ${since}`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('The count gave no row');
  return figures;
}
