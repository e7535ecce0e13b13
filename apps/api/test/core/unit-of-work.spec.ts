/** Tests what a unit of work does at its commit and at its rollback, and in which order. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Live, LiveUpdate } from '../../src/core/live.ts';
import { inTransaction, type TransactionDeps, type UnitOfWork } from '../../src/core/unit-of-work.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();
const NEVER = new Date(Date.UTC(2100, 0));

/** Adds a recording subscriber to the hub of the process. Returns its channel and the numbers that it received. */
function subscribe(): { channel: string; numbers: number[] } {
  const channel = randomUUID();
  const numbers: number[] = [];
  const subscriber = {
    channels: [channel],
    deliverEvent: ({ kind, number }: { kind: string; number: number }) => {
      if (kind === 'message') numbers.push(number);
    },
    recheckSession: () => {},
  } satisfies Parameters<Live['add']>[0];
  stack.deps.live.add(subscriber, undefined);
  return { channel, numbers };
}

const toUpdate = (channel: string, number: number): LiveUpdate => ({
  kind: 'message',
  id: channel,
  number,
  to: [channel],
});
const enqueue = (tx: UnitOfWork, bookingId: string) =>
  tx.enqueue('settlements.release_due', { bookingId }, { runAt: NEVER });

async function listEnqueued(prefix: string): Promise<string[]> {
  const { rows } = await sql<{ bookingId: string }>`
    select payload ->> 'bookingId' as booking_id from job
    where payload ->> 'bookingId' like ${`${prefix}%`} order by 1`.execute(stack.deps.db);
  return rows.map(({ bookingId }) => bookingId);
}

const conflict = sql.raw(`do $$ begin raise exception 'on purpose' using errcode = '40001'; end $$`);

describe('a unit of work', () => {
  it('publishes its updates after the commit, in order', async () => {
    const { channel, numbers } = subscribe();
    await inTransaction(stack.deps, async (tx) => {
      tx.publishAfterCommit(toUpdate(channel, 1));
      await sql`select 1`.execute(tx.db);
      tx.publishAfterCommit(toUpdate(channel, 2));
      expect(numbers).toEqual([]);
    });
    expect(numbers).toEqual([1, 2]);
  });

  it('publishes nothing and enqueues nothing if the work fails', async () => {
    const { channel, numbers } = subscribe();
    const failing = inTransaction(stack.deps, (tx) => {
      enqueue(tx, 'failed');
      tx.publishAfterCommit(toUpdate(channel, 1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await listEnqueued('failed')).toEqual([]);
    expect(numbers).toEqual([]);
  });

  it('publishes nothing and enqueues nothing if the last write before the commit fails', async () => {
    const { channel, numbers } = subscribe();
    const failing = inTransaction(stack.deps, (tx) => {
      tx.beforeCommit(async () => {
        await sql`select 1 / 0`.execute(tx.db);
      });
      enqueue(tx, 'late');
      tx.publishAfterCommit(toUpdate(channel, 1));
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await listEnqueued('late')).toEqual([]);
    expect(numbers).toEqual([]);
  });

  it('begins each retry without the jobs, updates and writes of the failed try', async () => {
    const { channel, numbers } = subscribe();
    const writes: number[] = [];
    let tries = 0;
    await inTransaction(stack.deps, async (tx) => {
      tries += 1;
      const number = tries;
      enqueue(tx, `retried ${number}`);
      tx.publishAfterCommit(toUpdate(channel, number));
      tx.beforeCommit(async () => {
        writes.push(number);
      });
      if (number < 3) await conflict.execute(tx.db);
    });
    expect(await listEnqueued('retried')).toEqual(['retried 3']);
    expect(numbers).toEqual([3]);
    expect(writes).toEqual([3]);
  });

  it('checks the caller first and last in each try, and runs the last writes after that', async () => {
    const order: string[] = [];
    const countJobs = async (db: UnitOfWork['db']) =>
      (await sql`select from job where payload ->> 'bookingId' = 'ordered'`.execute(db)).rows.length;
    let tries = 0;
    const deps: TransactionDeps = {
      ...stack.deps,
      transactionGuard: {
        async before(db) {
          await sql`select 1`.execute(db);
          order.push('before');
        },
        async after(db) {
          order.push(`after, ${await countJobs(db)} job`);
        },
      },
    };
    await inTransaction(deps, async (tx) => {
      tx.beforeCommit(async () => {
        order.push(`first of the last writes, ${await countJobs(tx.db)} job`);
      });
      tx.beforeCommit(async () => {
        order.push('second of the last writes');
      });
      enqueue(tx, 'ordered');
      order.push(`work, ${await countJobs(tx.db)} jobs`);
      if (tries++ === 0) await conflict.execute(tx.db);
    });
    expect(order).toEqual([
      'before',
      'work, 0 jobs',
      'before',
      'work, 0 jobs',
      'after, 1 job',
      'first of the last writes, 1 job',
      'second of the last writes',
    ]);
  });

  it('checks the caller once, when the work asks for it, so that it can end the caller’s own session', async () => {
    const order: string[] = [];
    const deps: TransactionDeps = {
      ...stack.deps,
      transactionGuard: {
        async after() {
          order.push('after');
        },
      },
    };
    await inTransaction(deps, async (tx) => {
      await tx.checkCaller();
      order.push('work');
      await tx.checkCaller();
    });
    expect(order).toEqual(['after', 'work']);
  });

  it.each(['before', 'after'] as const)('writes nothing if the check %s the work refuses', async (hook) => {
    const refuse = () => Promise.reject(new Error('refused'));
    const { channel, numbers } = subscribe();
    const refused = inTransaction({ ...stack.deps, transactionGuard: { [hook]: refuse } }, (tx) => {
      enqueue(tx, `refused ${hook}`);
      tx.publishAfterCommit(toUpdate(channel, 1));
    });
    await expect(refused).rejects.toThrow('refused');
    expect([await listEnqueued('refused'), numbers]).toEqual([[], []]);
  });

  it('refuses a job or an update that comes after its end, instead of losing it', async () => {
    const tx = await inTransaction(stack.deps, (opened) => opened);
    expect(() => enqueue(tx, 'after the end')).toThrow('The unit of work is over');
    expect(() => tx.publishAfterCommit(toUpdate('nobody', 1))).toThrow('The unit of work is over');
    expect(() => tx.beforeCommit(async () => {})).toThrow('The unit of work is over');
    expect(() => tx.checkCaller()).toThrow('The unit of work is over');
  });
});
