/** Jobs that are written with the transaction that they follow from. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { delayRepeated, enqueue, keyOf } from '../src/core/queue.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { useStack } from './stack.ts';

const stack = useStack();
const at = (day: number) => new Date(Date.UTC(2100, 0, day));

async function waiting(bookingId: string) {
  const { rows } = await sql<{ key: string; runAt: Date; payload: object; attempts: number; priority: number }>`
    select key, run_at, payload, max_attempts as attempts, priority from graphile_worker._private_jobs
    where key like ${`%${bookingId}%`} order by key`.execute(stack.deps.db);
  return rows;
}

it('writes all jobs of a transaction once, the last of each name and subject', async () => {
  const bookingId = 'one';
  const due = { bookingId };
  await inTransaction(stack.deps.db, async (tx) => {
    await enqueue(tx, 'settlements.release_due', due, { runAt: at(1) });
    await enqueue(tx, 'settlements.remind', { ...due, day: 2 }, { runAt: at(2) });
    await enqueue(tx, 'settlements.release_due', due, { runAt: at(3) });
    // Kept: the time of the one before stays.
    await enqueue(tx, 'settlements.remind', { ...due, day: 2 }, { runAt: at(4), isKept: true });
    await enqueue(tx, 'mail.send', { mailId: 'one, "two" {three} \\' }, { runAt: at(5) });
  });
  const common = { attempts: 32_767, priority: 0 };
  expect(await waiting(bookingId)).toEqual([
    {
      key: 'mail.send:one, "two" {three} \\',
      runAt: at(5),
      payload: { mailId: 'one, "two" {three} \\' },
      attempts: 32_767,
      priority: 10,
    },
    { key: keyOf('settlements.release_due', due), runAt: at(3), payload: due, ...common },
    { key: keyOf('settlements.remind', { ...due, day: 2 }), runAt: at(2), payload: { ...due, day: 2 }, ...common },
  ]);
});

it('keeps the time of a job that waits already, when asked to, and moves it otherwise', async () => {
  const due = { bookingId: 'four' };
  const ask = (runAt: Date, isKept: boolean) =>
    inTransaction(stack.deps.db, (tx) => enqueue(tx, 'settlements.release_due', due, { runAt, isKept }));
  await ask(at(1), false);
  await ask(at(2), true);
  expect(await waiting('four')).toMatchObject([{ runAt: at(1) }]);
  await ask(at(3), false);
  expect(await waiting('four')).toMatchObject([{ runAt: at(3) }]);
});

it('writes nothing when the transaction fails, and what comes after the rest still counts', async () => {
  const failing = inTransaction(stack.deps.db, async (tx) => {
    await enqueue(tx, 'settlements.release_due', { bookingId: 'five' }, { runAt: at(1) });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await waiting('five')).toEqual([]);
  // A transaction that nobody ends for us.
  await stack.deps.db
    .transaction()
    .execute((tx) => enqueue(tx, 'settlements.release_due', { bookingId: 'five' }, { runAt: at(1) }));
  expect(await waiting('five')).toHaveLength(1);
});

it('delays a job that asked for itself again at a time that is over, and nothing that was asked for since', async () => {
  const [again, since] = [{ bookingId: 'six' }, { bookingId: 'seven' }];
  await stack.stopWorker();
  const due = new Date(Date.now() - 60_000);
  const later = new Date(Date.now() - 1_000);
  await inTransaction(stack.deps.db, async (tx) => {
    await enqueue(tx, 'settlements.release_due', again, { runAt: due });
    await enqueue(tx, 'settlements.release_due', since, { runAt: later });
  });
  await delayRepeated(stack.deps.db, keyOf('settlements.release_due', again), due);
  await delayRepeated(stack.deps.db, keyOf('settlements.release_due', since), due);
  expect((await waiting('six'))[0]?.runAt.getTime()).toBeGreaterThan(later.getTime());
  expect(await waiting('seven')).toMatchObject([{ runAt: later }]);
});
