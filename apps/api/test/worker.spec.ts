/** A worker whose database goes away while jobs run. */
import pg from 'pg';
import { expect, inject, it, vi } from 'vitest';
import { inTransaction } from '../src/db/transaction.ts';
import { enqueue } from '../src/core/queue.ts';
import { openStack, SHORT, useStack } from './stack.ts';

const stack = useStack({}, { log: 'info' });

it('goes on when the database was away for as long as several jobs took to end', async () => {
  const name = new URL(stack.deps.env.DATABASE_URL).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('pg').url });
  await admin.connect();
  await stack.idle();
  // They end one after another, all while the database is away: the queue then counts one end more than there was.
  for (const ms of [400, 800, 1_200, 1_600])
    await stack.stripe.arm({ kind: 'slow', ms, match: { method: 'GET', path: '/v1/accounts/*' }, times: 1 });
  try {
    // More than there are hands for.
    await stack.deps.pool.query(
      `select graphile_worker.add_job('settlements.sync_account', json_build_object('accountId', 'acct_' || n),
         job_key => 'acct_' || n, max_attempts => 32767) from generate_series(11, 18) as n`,
    );
    await vi.waitFor(async () => {
      const { rows } = await stack.deps.pool.query(
        'select from graphile_worker._private_jobs where locked_at is not null',
      );
      expect(rows.length).toBeGreaterThan(4);
    });
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await vi.waitFor(
      () => expect(stack.logged.filter((line) => line.includes('Failed to fail jobs'))).toHaveLength(4),
      {
        timeout: 10_000,
      },
    );
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  }
  await vi.waitFor(
    async () => {
      const { rows } = await stack.deps.pool.query<{ tries: number }>(
        `select min(attempts)::int as tries from graphile_worker._private_jobs join graphile_worker._private_tasks
          on task_id = _private_tasks.id
         where identifier = 'settlements.sync_account'`,
      );
      expect(rows[0]?.tries).toBeGreaterThan(1);
    },
    { timeout: 15_000, interval: 200 },
  );
}, 40_000);

it('gives back the jobs that wait for a hand when it is told to end', async () => {
  const { pool } = stack.deps;
  const jobs = async (where: string) =>
    (
      await pool.query<{ key: string; attempts: number }>(
        `select key, attempts::int from graphile_worker._private_jobs where key like 'acct_slow%' and ${where}`,
      )
    ).rows;
  await stack.idle();
  await stack.stripe.arm({ kind: 'slow', ms: 1_000, match: { method: 'GET', path: '/v1/accounts/*' }, times: 4 });
  await pool.query(
    `select graphile_worker.add_job('settlements.sync_account', json_build_object('accountId', 'acct_slow_' || n),
       job_key => 'acct_slow_' || n, max_attempts => 32767) from generate_series(1, 8) as n`,
  );
  // Four have a hand, and the others are taken for the next that is free.
  await vi.waitFor(async () => expect((await jobs('locked_at is not null')).length).toBeGreaterThan(4), {
    interval: 20,
  });
  const before = stack.logged.length;
  await stack.stopWorker();
  expect(await jobs('locked_at is not null')).toEqual([]);
  expect((await jobs('attempts = 0')).length).toBeGreaterThanOrEqual(1);
  expect(stack.logged.slice(before).filter((line) => line.includes('local queue'))).toEqual([]);
  await stack.startWorker();
  await pool.query(`delete from graphile_worker._private_jobs where key like 'acct_slow%'`);
});

it('begins anew when jobs may have been taken and the answer was lost', async () => {
  const { pool } = stack.deps;
  await stack.idle();
  const blocker = await pool.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table graphile_worker._private_jobs in access exclusive mode');
    await vi.waitFor(async () => {
      const { rows } = await blocker.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'marquee-queue' and wait_event_type = 'Lock'`,
      );
      expect(rows).not.toHaveLength(0);
      for (const { pid } of rows) await blocker.query('select pg_cancel_backend($1)', [pid]);
    });
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  const isSaid = (words: string) => stack.logged.some((line) => line.includes(words));
  await vi.waitFor(() => expect(isSaid('worker could not take jobs')).toBe(true));
  await vi.waitFor(() => expect(isSaid('the worker starts again')).toBe(true));
  await pool.query(
    `select graphile_worker.add_job('settlements.sync_account', json_build_object('accountId', 'acct_5'),
      job_key => 'acct_5', max_attempts => 32767)`,
  );
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select from graphile_worker._private_jobs where key = 'acct_5' and attempts > 0`,
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 10_000, interval: 100 },
  );
}, 40_000);

it('takes what follows from a job without waiting for its next look', async () => {
  const { stack: patient, close } = await openStack({ TIMING: JSON.stringify({ ...SHORT, pollMs: 25_000 }) });
  try {
    const { db, pool } = patient.deps;
    for (let turn = 0; turn < 6; turn++) {
      // Two that follow each other as closely as two transactions can.
      for (const email of [`first${turn}@nobody.test`, `next${turn}@nobody.test`]) {
        await inTransaction(db, (tx) => enqueue(tx, 'auth.forgot_password', { email }));
        await vi.waitFor(
          async () => {
            const { rows } = await pool.query(`select from graphile_worker._private_jobs where key like '%' || $1`, [
              email,
            ]);
            expect(rows).toEqual([]);
          },
          { timeout: 10_000, interval: 1 },
        );
      }
    }
  } finally {
    await close();
  }
}, 40_000);
