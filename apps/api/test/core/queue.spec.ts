/**
 * Tests the job queue: jobs are written in the transaction of the change that causes them, and workers share them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getJobKey } from '../../src/core/jobs.ts';
import { deleteJobs, extendLeases, retryJob, takeJobs } from '../../src/core/queue.ts';
import { inTransaction } from '../../src/core/unit-of-work.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();
const at = (day: number) => new Date(Date.UTC(2100, 0, day));

async function waiting(bookingId: string) {
  const { rows } = await sql<{ key: string; runAt: Date; payload: object; priority: number }>`
    select key, run_at, payload, priority from job
    where key like ${`%${bookingId}%`} order by key`.execute(stack.deps.db);
  return rows;
}

it('writes one job for each job key of a transaction, with the time of the last call without `isKept`', async () => {
  const bookingId = 'one';
  const due = { bookingId };
  await inTransaction(stack.deps, (tx) => {
    tx.enqueue('settlements.release_due', due, { runAt: at(1) });
    tx.enqueue('settlements.remind', { ...due, day: 2 }, { runAt: at(2) });
    tx.enqueue('settlements.release_due', due, { runAt: at(3) });
    tx.enqueue('settlements.remind', { ...due, day: 2 }, { runAt: at(4), isKept: true });
    tx.enqueue('mail.send', { mailId: 'one, "two" {three} \\' }, { runAt: at(5) });
  });
  expect(await waiting(bookingId)).toEqual([
    {
      key: 'mail.send:one, "two" {three} \\',
      runAt: at(5),
      payload: { mailId: 'one, "two" {three} \\' },
      priority: 10,
    },
    { key: getJobKey('settlements.release_due', due), runAt: at(3), payload: due, priority: 0 },
    {
      key: getJobKey('settlements.remind', { ...due, day: 2 }),
      runAt: at(2),
      payload: { ...due, day: 2 },
      priority: 0,
    },
  ]);
});

it('keeps the scheduled time of a job that is enqueued again if `isKept` is set, and otherwise replaces the time', async () => {
  const due = { bookingId: 'four' };
  const ask = (runAt: Date, isKept: boolean) =>
    inTransaction(stack.deps, (tx) => tx.enqueue('settlements.release_due', due, { runAt, isKept }));
  await ask(at(1), false);
  await ask(at(2), true);
  expect(await waiting('four')).toMatchObject([{ runAt: at(1) }]);
  await ask(at(3), false);
  expect(await waiting('four')).toMatchObject([{ runAt: at(3) }]);
});

it('delays a job that is enqueued again for the same past time while it runs, but not one enqueued for a later time', async () => {
  const [again, other] = [{ bookingId: 'six' }, { bookingId: 'seven' }];
  await stack.stopWorker();
  const { db } = stack.deps;
  const due = new Date(Date.now() - 60_000);
  const later = new Date(Date.now() - 1_000);
  const ask = (runAt: Date, payload: { bookingId: string }) =>
    inTransaction(stack.deps, (tx) => tx.enqueue('settlements.release_due', payload, { runAt }));
  await ask(due, again);
  await ask(due, other);
  const running = await takeJobs(db, 2, 60_000);
  expect(running.map(({ key }) => key).toSorted()).toEqual([
    'settlements.release_due:seven',
    'settlements.release_due:six',
  ]);
  await ask(due, again);
  await ask(later, other);
  await deleteJobs(db, running);
  expect((await waiting('six'))[0]?.runAt.getTime()).toBeGreaterThan(later.getTime());
  expect(await waiting('seven')).toMatchObject([{ runAt: later }]);
  await deleteJobs(db, await takeJobs(db, 10, 60_000));
  await stack.startWorker();
});

describe('a worker', () => {
  const ask = (name: 'settlements.release_due' | 'payments.expire_unpaid', bookingId: string, runAt = new Date(0)) =>
    inTransaction(stack.deps, (tx) => tx.enqueue(name, { bookingId }, { runAt }));
  const take = (limit: number) => takeJobs(stack.deps.db, limit, 60_000);

  beforeAll(async () => {
    await stack.idle();
    await stack.stopWorker();
    // Deletes recurring jobs that could be due.
    await sql`delete from job`.execute(stack.deps.db);
  });

  afterEach(() => sql`delete from job`.execute(stack.deps.db));

  it('takes each due job once, by priority and then by time', async () => {
    await inTransaction(stack.deps, (tx) => tx.enqueue('mail.send', { mailId: 'first' }, { runAt: new Date(0) }));
    const push = { notificationId: 'first', deviceId: 'browser' };
    await inTransaction(stack.deps, (tx) => tx.enqueue('notifications.push_device', push, { runAt: new Date(1) }));
    await ask('settlements.release_due', 'second', new Date(2_000));
    await ask('settlements.release_due', 'first', new Date(1_000));
    await ask('settlements.release_due', 'future', at(1));
    const [two, rest] = [await take(2), await take(10)];
    expect(two.map(({ key }) => key).toSorted()).toEqual([
      'settlements.release_due:first',
      'settlements.release_due:second',
    ]);
    expect(rest.toSorted((one, other) => Number(one.id) - Number(other.id))).toMatchObject([
      { key: 'mail.send:first', payload: { mailId: 'first' }, attempts: 1 },
      { key: 'notifications.push_device:browser:first', payload: push, attempts: 1 },
    ]);
    expect(await take(10)).toEqual([]);
  });

  it('shares due jobs with other workers', async () => {
    for (let count = 0; count < 40; count++) await ask('settlements.release_due', `shared ${count}`);
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(7)));
    const keys = taken.flatMap((jobs) => jobs.map(({ key }) => key));
    expect([keys.length, new Set(keys).size]).toEqual([40, 40]);
  });

  it('takes over the job of another worker only after the lease of that worker has ended', async () => {
    const { db } = stack.deps;
    await ask('settlements.release_due', 'leased');
    const jobs = await takeJobs(db, 1, 300);
    await extendLeases(db, jobs, 600);
    await sleep(350);
    expect(await take(1)).toEqual([]);
    await expect.poll(() => take(1)).toMatchObject([{ id: jobs[0]?.id, attempts: 2 }]);
  });

  it('increases the retry delay of a failing job up to a limit', async () => {
    const { db } = stack.deps;
    const pauses: number[] = [];
    await ask('settlements.release_due', 'failing');
    for (let attempt = 1; attempt <= 6; attempt++) {
      const [job] = await take(1);
      expect(job?.attempts).toBe(attempt);
      if (job) await retryJob(db, job, 'Error: no', 30_000);
      const { rows } = await sql<{ seconds: number }>`
        update job set run_at = now() where key = 'settlements.release_due:failing'
        returning extract(epoch from old.run_at - now())::float8 as seconds`.execute(db);
      pauses.push(Math.round(rows[0]?.seconds ?? 0));
    }
    expect(pauses).toEqual([3, 7, 20, 30, 30, 30]);
  });

  it('keeps the early retry of a failed job when the same job is enqueued again for later with `isKept`', async () => {
    const { db } = stack.deps;
    await ask('settlements.release_due', 'digest');
    for (const job of await take(1)) await retryJob(db, job, 'Error: no', 30_000);
    await inTransaction(stack.deps, (tx) =>
      tx.enqueue('settlements.release_due', { bookingId: 'digest' }, { runAt: at(1), isKept: true }),
    );
    const { rows } = await sql<{ soon: boolean }>`select run_at < now() + interval '1 minute' as soon from job
      where key = 'settlements.release_due:digest'`.execute(db);
    expect(rows).toEqual([{ soon: true }]);
  });

  it('replaces a failed job with the job that was enqueued under the same key while it ran, but keeps the creation time', async () => {
    const { db } = stack.deps;
    await ask('settlements.release_due', 'twice');
    const [job] = await take(1);
    await ask('settlements.release_due', 'twice', at(3));
    if (job) await retryJob(db, job, 'Error: no', 30_000);
    const { rows } = await sql`select run_at, created_at, last_error from job
      where key = 'settlements.release_due:twice'`.execute(db);
    expect(rows).toEqual([{ runAt: at(3), createdAt: job?.createdAt, lastError: null }]);
  });

  it('deletes neither a job that another worker has taken over nor a job that was enqueued again after the takeover', async () => {
    const { db } = stack.deps;
    await ask('settlements.release_due', 'again');
    const late = await takeJobs(db, 1, 1);
    await expect.poll(() => take(1)).toHaveLength(1);
    await deleteJobs(db, late);
    const { rows } = await sql<{ attempts: number }>`select attempts from job
      where key = 'settlements.release_due:again'`.execute(db);
    expect(rows).toEqual([{ attempts: 2 }]);
    // The second worker fails. The job that is then enqueued covers changes that the first worker has not seen, so
    // the first worker must not delete it.
    for (const job of late) await retryJob(db, { ...job, attempts: 2 }, 'Error: no', 30_000);
    await ask('settlements.release_due', 'again');
    await deleteJobs(db, late);
    expect(await take(1)).toMatchObject([{ key: 'settlements.release_due:again' }]);
  });

  it('does not reschedule its failed job if another worker has taken the job over', async () => {
    const { db } = stack.deps;
    await ask('settlements.release_due', 'over');
    const [late] = await takeJobs(db, 1, 1);
    await expect.poll(() => take(1)).toHaveLength(1);
    if (late) await retryJob(db, late, 'Error: no', 30_000);
    const { rows } = await sql`select attempts, leased_until > now() as runs from job
      where key = 'settlements.release_due:over'`.execute(db);
    expect(rows).toEqual([{ attempts: 2, runs: true }]);
  });
});
