/** Tests how a process waits for jobs that run in any process. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { JOB_DONE_CHANNEL, openJobWatch, type JobWatch } from '../../src/core/job-watch.ts';
import { openListener } from '../../src/core/listener.ts';
import { awaitJob, runJobInProcess } from '../../src/core/await-job.ts';
import { getJobKey } from '../../src/core/jobs.ts';
import { deleteJobs, takeJobs } from '../../src/core/queue.ts';
import { inTransaction } from '../../src/core/unit-of-work.ts';
import { createUserCaller, newBooking } from '../../src/demo/builders.ts';
import { useStack } from '../support/stack.ts';
import { waitFor } from '../support/wait.ts';

const stack = useStack();
const HOUR = 3_600_000;

/** Opens a job watch as another process of the app would. */
function openWatch(retryMs = 50): JobWatch {
  const listener = openListener(stack.deps.env.DATABASE_URL, stack.deps.log, retryMs);
  onTestFinished(() => listener.close());
  return openJobWatch(listener);
}

const untilListening = async (watch: JobWatch) => {
  void watch.wait('none', 10);
  await waitFor(() => expect(watch.isListening()).toBe(true));
};

it('notifies a job watch of a job that another process has finished', async () => {
  const waiter = openWatch();
  await untilListening(waiter);
  await stack.idle();
  await stack.stopWorker();
  const { db } = stack.deps;
  await inTransaction(stack.deps, (tx) => tx.enqueue('payments.sync', { bookingId: randomUUID() }));
  const jobs = await takeJobs(db, 1, HOUR);
  const waits = [waiter.wait(jobs[0]?.id ?? '', HOUR), waiter.wait(jobs[0]?.id ?? '', HOUR)];
  await deleteJobs(db, jobs);
  expect(await Promise.all(waits)).toEqual(['done', 'done']);
  await stack.startWorker();
});

it('notifies a job watch of a job that its own process has finished, even without a database connection', async () => {
  const listener = openListener('postgres://nobody@127.0.0.1:1/nothing', stack.deps.log, HOUR);
  onTestFinished(() => listener.close());
  const watch = openJobWatch(listener);
  const wait = watch.wait('18', HOUR);
  watch.notifyDone('18');
  expect(await wait).toBe('done');
});

it('ends a job watch at its timeout if there is no notification', async () => {
  expect(await openWatch().wait('19', 20)).toBe('unknown');
});

it('resumes a job watch after a lost connection', async () => {
  const waiter = openWatch();
  await untilListening(waiter);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'marquee-listener' and datname = current_database()`.execute(stack.deps.db);
  await waitFor(() => expect(waiter.isListening()).toBe(false));
  const wait = waiter.wait('20', HOUR);
  await waitFor(() => expect(waiter.isListening()).toBe(true));
  await sql`select pg_notify(${JOB_DONE_CHANNEL}, '20')`.execute(stack.deps.db);
  expect(await wait).toBe('done');
});

it('tells a request that waits for a job when the job is done, even without a notification', async () => {
  const { id: bookingId } = await newBooking(stack.deps);
  await stack.settle();
  const deaf: JobWatch = {
    isListening: () => false,
    wait: (_id, ms) => new Promise((resolve) => setTimeout(() => resolve('unknown'), ms)),
    notifyDone: () => {},
    onAdded: () => () => {},
  };
  const { db } = stack.deps;
  await inTransaction(stack.deps, (tx) => tx.enqueue('payments.sync', { bookingId }));
  await awaitJob({ db, jobs: deaf }, 'payments.sync', { bookingId });
  const { rows } = await sql`select from job where key = ${`payments.sync:${bookingId}`}`.execute(db);
  expect(rows).toEqual([]);
});

it('makes a request wait for its own job, not for an earlier job with the same key', async () => {
  const { id: bookingId } = await newBooking(stack.deps);
  await stack.settle();
  await untilListening(stack.deps.jobs);
  await stack.stopWorker();
  const { db } = stack.deps;
  const ask = () => inTransaction(stack.deps, (tx) => tx.enqueue('payments.sync', { bookingId }));
  await ask();
  // Marks the job as taken, as if a worker were running it.
  const { rows } = await sql<{ id: string }>`
    update job set leased_until = now() + interval '1 minute'
    where key = ${`payments.sync:${bookingId}`} returning id::text`.execute(db);
  await ask();
  const waitedFor: string[] = [];
  const jobs: JobWatch = {
    ...stack.deps.jobs,
    wait: (id, ms) => {
      waitedFor.push(id);
      return stack.deps.jobs.wait(id, ms);
    },
  };
  const wait = awaitJob({ db, jobs }, 'payments.sync', { bookingId });
  await waitFor(() => expect(waitedFor).toHaveLength(1));
  expect(waitedFor).not.toContain(rows[0]?.id);
  await stack.startWorker();
  await wait;
  await sql`delete from job where id = ${rows[0]?.id}`.execute(db);
});

describe('a job that runs within the request that caused it', () => {
  const AFTER_MS = 60_000;
  const owed = async (bookingId: string) => {
    const { rows } = await sql<{ waits: boolean }>`
      select run_at > now() as waits from job
      where key = ${getJobKey('payments.capture', { bookingId })}`.execute(stack.deps.db);
    return rows;
  };
  const ask = (bookingId: string, afterMs: number) =>
    inTransaction(stack.deps, (tx) => tx.enqueue('payments.capture', { bookingId }, { afterMs }));
  const depsWith = (capture: () => Promise<void>) => ({
    ...stack.deps,
    handlers: async () => ({ ...(await stack.deps.handlers(stack.deps)), 'payments.capture': capture }),
  });

  it('is deleted when it is done, so that no worker runs it again', async () => {
    const bookingId = randomUUID();
    await ask(bookingId, AFTER_MS);
    expect(await owed(bookingId)).toEqual([{ waits: true }]);
    let done = 0;
    const count = () => Promise.resolve(void (done += 1));
    await runJobInProcess(depsWith(count), 'payments.capture', { bookingId });
    expect([done, await owed(bookingId)]).toEqual([1, []]);
  });

  it('stays in the queue if it was enqueued again while it ran', async () => {
    const bookingId = randomUUID();
    await stack.stopWorker();
    await ask(bookingId, AFTER_MS);
    await runJobInProcess(
      depsWith(() => ask(bookingId, 0)),
      'payments.capture',
      { bookingId },
    );
    expect(await owed(bookingId)).toEqual([{ waits: false }]);
    await stack.startWorker();
    await stack.idle();
  });

  it('is awaited even if it takes long and is not in the queue', async () => {
    let done = 0;
    const late = async () => {
      await sleep(stack.deps.env.TIMING.ownMs + 300);
      done += 1;
    };
    await runJobInProcess(depsWith(late), 'payments.capture', { bookingId: randomUUID() });
    expect(done).toBe(1);
  });

  it('is handed to a worker immediately if it fails', async () => {
    const { id: bookingId, asCreator } = await newBooking(stack.deps);
    await stack.stripe.arm({
      kind: 'error',
      status: 503,
      match: { method: 'POST', path: '/v1/payment_intents/*/capture' },
      times: 3,
    });
    expect(await asCreator.bookings.move({ id: bookingId, status: 'accepted' })).toMatchObject({
      paymentState: 'held',
    });
    // The row is deleted right after the completion is announced.
    await expect.poll(() => owed(bookingId)).toEqual([]);
  });

  it('is handed to a worker after a delay if the process hangs before releasing the card authorization of a declined or withdrawn order', async () => {
    const owedVoid = async (bookingId: string) => {
      const { rows } = await sql<{ waits: boolean }>`
        select run_at > now() as waits from job
        where key = ${getJobKey('payments.void', { bookingId })}`.execute(stack.deps.db);
      return rows;
    };
    const dead = { ...stack.deps, handlers: () => new Promise<never>(() => {}) };
    const [one, other] = [await newBooking(stack.deps), await newBooking(stack.deps)];
    await stack.settle();
    await stack.stopWorker();
    // The process is dead, so the test ignores its answers.
    createUserCaller(dead, one.creator)
      .bookings.move({ id: one.id, status: 'cancelled' })
      .catch(() => undefined);
    createUserCaller(dead, other.brand)
      .bookings.withdraw({ id: other.id })
      .catch(() => undefined);
    for (const { id } of [one, other]) await expect.poll(() => owedVoid(id)).toHaveLength(1);
    await stack.startWorker();
    for (const { id, asBrand } of [one, other])
      await expect.poll(async () => (await asBrand.bookings.byId({ id })).paymentState).toBe('voided');
  });

  it('is not run if the request repeats an earlier request and changes nothing', async () => {
    const { id, creator, brand, asCreator } = await newBooking(stack.deps);
    await asCreator.bookings.move({ id, status: 'cancelled' });
    await stack.idle();
    let done = 0;
    const deps = {
      ...stack.deps,
      handlers: async () => ({
        ...(await stack.deps.handlers(stack.deps)),
        'payments.void': () => Promise.resolve(void (done += 1)),
      }),
    };
    expect((await createUserCaller(deps, creator).bookings.move({ id, status: 'cancelled' })).paymentState).toBe(
      'voided',
    );
    const other = await newBooking(stack.deps, { brand });
    await other.asBrand.bookings.withdraw({ id: other.id });
    await createUserCaller(deps, brand).bookings.withdraw({ id: other.id });
    expect(done).toBe(0);
  });

  it('is handed to a worker after a delay if the process hangs before charging the card', async () => {
    const { id: bookingId, creator, asCreator } = await newBooking(stack.deps);
    const dead = createUserCaller({ ...stack.deps, handlers: () => new Promise(() => {}) }, creator);
    void dead.bookings.move({ id: bookingId, status: 'accepted' });
    await expect.poll(async () => (await asCreator.bookings.byId({ id: bookingId })).paymentState).toBe('held');
  });
});
